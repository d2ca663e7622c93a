"""Which text lies in which slot of a vector store: the part that all stores share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pincite.encoders.appended import AppendedBlock, AppendedFiles
from pincite.encoders.cards import slug
from pincite.encoders.vector_times import VectorTimes, note_time

HASH_BYTES = 16
_HASHES = "hashes.bin"
_FORMAT = 1


def text_hash(text: str) -> bytes:
    """What the vector of a text is kept under."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES).digest()


class HashedFile:
    """What one encoder made of texts, in a folder that is named by the encoder's fingerprint."""

    _names: tuple[str, ...]

    def __init__(
        self,
        folder: Path,
        fingerprint: str,
        dims: int,
        *,
        upto: int | None = None,
        doubting: bool = False,
    ) -> None:
        self.fingerprint = fingerprint
        self.dims = dims
        self._files = AppendedFiles(
            folder / slug(fingerprint),
            (_HASHES, *self._names),
            {"fingerprint": fingerprint, "dims": dims, "format": _FORMAT},
            upto,
            doubting=doubting,
        )
        self._keys = np.empty((0, 2), np.uint64)
        self._slots = np.empty(0, np.int64)
        self._indexed = 0
        self._index()

    @classmethod
    def open(
        cls,
        folder: Path,
        fingerprint: str,
        dims: int,
        *,
        upto: int | None = None,
        doubting: bool = False,
    ) -> Self:
        """Made where it is not there yet; `upto` so many bytes of its log, to be read only;
        `doubting`, every block is read again. Raises IndexUnusable where the folder of this
        fingerprint holds something else."""
        return cls(folder, fingerprint, dims, upto=upto, doubting=doubting)

    def __len__(self) -> int:
        """How many texts have a vector here."""
        return len(self._slots)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def slots(self, hashes: Sequence[bytes]) -> NDArray[np.int64]:
        """Where the vector of each text lies; -1 where there is none."""
        wanted = _halves(b"".join(hashes))
        found = np.full(len(wanted), -1, np.int64)
        at = np.searchsorted(self._keys[:, 0], wanted[:, 0])
        left = np.arange(len(wanted))
        # A second round is only for texts that share the first half of their hash.
        while len(left):
            left = left[at[left] < len(self._keys)]
            here = self._keys[at[left]]
            alike = here[:, 0] == wanted[left, 0]
            same = alike & (here[:, 1] == wanted[left, 1])
            found[left[same]] = self._slots[at[left[same]]]
            left = left[alike & ~same]
            at[left] += 1
        return found

    def times(self) -> VectorTimes:
        """When the vector in each slot was made, as far as that is known."""
        return VectorTimes.read(self._files.folder)

    def refresh(self) -> None:
        """See what another process has added."""
        self._files.refresh()
        self._index()

    def close(self) -> None:
        """Let another process write."""
        self._files.close()

    def _keep(self, hashes: Sequence[bytes], payloads: Callable[[list[int]], list[bytes]]) -> None:
        """Append those that are not here yet; `payloads` gives their bytes for each of `_names`."""
        self._files.hold()
        self._index()
        known = self.slots(hashes)
        fresh = {digest: at for at, digest in enumerate(hashes) if known[at] < 0}
        if fresh:
            block = self._files.append([b"".join(fresh), *payloads(list(fresh.values()))])
            slots = block.spans[0]
            note_time(self._files.folder, slots.start // HASH_BYTES, slots.end // HASH_BYTES)
            self._index()

    def _grown(self, blocks: Sequence[AppendedBlock]) -> None:
        """These blocks have come; those that are not whole must never be served."""

    def _index(self) -> None:
        blocks = [block for block in self._files.blocks[self._indexed :] if block.spans]
        self._indexed = len(self._files.blocks)
        spans = [block.spans[0] for block in blocks if block.whole]
        if spans:
            first = spans[0].start
            read = self._read(_HASHES, first, spans[-1].end)
            keys = [_halves(read[span.start - first : span.end - first]) for span in spans]
            slots = [np.arange(span.start // HASH_BYTES, span.end // HASH_BYTES) for span in spans]
            known, places = np.concatenate([self._keys, *keys]), [self._slots, *slots]
            order = np.argsort(known[:, 0], kind="stable")
            self._keys, self._slots = known[order], np.concatenate(places)[order]
        if blocks:
            self._grown(blocks)

    def _read(self, name: str, start: int, end: int) -> bytes:
        with (self._files.folder / name).open("rb") as stream:
            stream.seek(start)
            return stream.read(end - start)


def _halves(joined: bytes) -> NDArray[np.uint64]:
    return np.frombuffer(joined, np.uint64).reshape(-1, 2)
