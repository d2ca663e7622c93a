from datetime import date

from pincite.ingest.sources import SourceFile
from pincite.model import Draft


def read_sgml(file: SourceFile, day: date | None, encoding: str) -> Draft:
    raise NotImplementedError
