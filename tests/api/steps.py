"""One request for every operation over the bundled law and matter, in an order that works: what
reads comes before what changes, and what changes a matter has one of its own.

Each step is the same request three times: as an operation's fields, as a command, and (by the route
and the tool of the operation) over HTTP and MCP.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bundled_matter import FILES
from pincite.matters import Matters
from pincite.packs.archive import archived
from pincite.settings import Settings
from search.bundled_law import LAW, bundled_law

OWN, NEW = "hart-v-bellweather", "new-v-case"
RULE, ACT = "urn:lex:xm:act-2019-11:14:1", "urn:lex:xm:act-2019-11"
SECTION = "urn:lex:xm:act-2019-11:12"
DAY = "2024-06-01"
QUESTION = "May the owner enter my home without notice?"


@dataclass(frozen=True)
class World:
    """The law and a matter, and the files beside them that steps name."""

    settings: Settings
    files: Path
    pack: Path
    brief: Path
    synonyms: Path
    law: Path

    def copy(self, root: Path) -> World:
        """The same law and matter, to be changed apart. The files are the same ones."""
        shutil.copytree(self.settings.library, root / "law")
        shutil.copytree(self.settings.matters, root / "matters")
        return World(
            settings_of(root, self.files.parent), self.files, self.pack, self.brief,
            self.synonyms, self.law,
        )  # fmt: skip

    def filled(self, value: Any) -> Any:
        """With the paths of this world for their names in braces."""
        if isinstance(value, str):
            for name in ("files", "pack", "brief", "synonyms", "law"):
                value = value.replace(f"{{{name}}}", str(getattr(self, name)))
            return value
        if isinstance(value, dict):
            return {name: self.filled(item) for name, item in value.items()}
        return [self.filled(item) for item in value] if isinstance(value, list) else value


def settings_of(root: Path, allowed: Path) -> Settings:
    return Settings(
        library=root / "law",
        matters=root / "matters",
        keys=root / "keys.json",
        models=root / "no-models",
        roots=str(allowed),
        jurisdiction="xm",
        ocr_languages="",
        workers=1,
        # Whoever waits for a job asks often.
        key_rate=0,
    )  # type: ignore[call-arg]


def world(root: Path) -> World:
    given = root / "given"
    files = given / "files"
    shutil.copytree(FILES, files)
    (files / "visits.txt").write_text(
        "Visits\n\nThe agent came in on 03/04/2025 without notice.\n", encoding="utf-8"
    )
    law = shutil.copytree(LAW / "acts" / "2024", given / "law")
    brief, pack, synonyms = (given / name for name in ("brief.txt", "pack.zip", "synonyms.tsv"))
    brief.write_text(
        "The owner must give notice: Residential Tenancies Act s 12(1). See also"
        " Marlowe v. Registrar of Tenancies, 14 M.L.R. 201 (2022).\n",
        encoding="utf-8",
    )
    synonyms.write_text(
        "phrase\tterm\tweight\tjurisdiction\tlanguage\ttopic\nflatmate\ttenant\t0.8\txm\ten\ttenancy\n",
        encoding="utf-8",
    )
    settings = settings_of(root, given)
    with bundled_law(settings.library, root / "no-models", settings) as opened:
        opened.search_index.index()
        pack.write_bytes(archived(opened.packs.build(RULE, at=DAY).files))
    every = Matters(settings=settings)
    every.create("Hart v. Bellweather", number="HC 412/25")
    with every.open(OWN) as matter:
        matter.read_files(files)
        matter.search_index.index()
    return World(settings, files, pack, brief, synonyms, law)


@dataclass(frozen=True)
class Step:
    """`command` are the words after `pincite --json`; None where there is no command."""

    operation: str
    fields: dict[str, Any]
    command: Sequence[str] | None


def _law(operation: str, fields: dict[str, Any], *command: str) -> Step:
    return Step(operation, fields, command)


def _matter(operation: str, fields: dict[str, Any], *command: str, matter: str = OWN) -> Step:
    return Step(operation, {"matter": matter, **fields}, ("--matter", matter, *command))


# fmt: off
STEPS = (
    _law("ask", {"query": QUESTION, "at": DAY}, "ask", QUESTION, "--at", DAY),
    _law("ask_pack", {"path": "{pack}", "query": "How much deposit may be asked for?"},
         "ask", "How much deposit may be asked for?", "--pack", "{pack}"),
    _law("search", {"query": "notice before the owner enters", "limit": 3},
         "search", "notice before the owner enters", "--limit", "3"),
    _matter("search_case", {"query": "did the landlord come in without notice", "limit": 3},
            "search", "did the landlord come in without notice", "--limit", "3"),
    _law("show_node", {"what": RULE, "at": DAY}, "show", RULE, "--at", DAY),
    _law("show_tree", {"what": ACT, "depth": 1, "at": DAY}, "tree", ACT, "--depth", "1", "--at", DAY),
    _law("scope", {"what": RULE, "at": DAY}, "scope", RULE, "--at", DAY),
    _law("lookup", {"what": "Residential Tenancies Act s 12(1)"},
         "lookup", "Residential Tenancies Act s 12(1)"),
    _law("law_card", {"what": "Residential Tenancies Act", "at": DAY},
         "card", "Residential Tenancies Act", "--at", DAY),
    _law("list_texts", {"what": ACT}, "texts", ACT),
    _law("list_versions", {}, "versions"),
    _law("diff_versions", {"old": "tenancies-2019", "new": "tenancies-2024"},
         "diff", "tenancies-2019", "tenancies-2024"),
    _law("show_stats", {}, "stats"),
    _law("verify_audit", {}, "audit", "verify"),
    _law("list_audit", {}, "audit", "log"),
    _law("list_synonyms", {}, "synonym", "list"),
    _law("list_readers", {}, "readers"),
    _law("list_cases", {}, "matter", "list"),
    _matter("status", {}, "status"),
    _matter("find_citations", {"what": "Residential Tenancies Act", "limit": 5},
            "cite", "uses", "Residential Tenancies Act", "--limit", "5"),
    _matter("list_citations", {"limit": 5}, "cite", "authorities", "--limit", "5"),
    _law("read_citations", {"text": "See Residential Tenancies Act s 12(1)."},
         "cite", "resolve", "See Residential Tenancies Act s 12(1)."),
    _law("read_file_citations", {"path": "{brief}"}, "cite", "find", "{brief}"),
    _law("understand_citations", {"query": "Residental Tenancies Act s 14 as at 2023"},
         "cite", "understand", "Residental Tenancies Act s 14 as at 2023"),
    _law("check_brief", {"path": "{brief}", "at": DAY}, "cite", "check", "{brief}", "--at", DAY),
    _matter("list_documents", {}, "documents"),
    _matter("read_document", {"document": "Order.pdf", "limit": 200}, "passages", "Order.pdf"),
    _matter("get_chunk", {"document": "Complaint.pdf", "index": 2},
            "chunk", "Complaint.pdf", "2"),
    _matter("get_source_context", {"document": "Complaint.pdf", "index": 2, "around": 1},
            "context", "Complaint.pdf", "2", "--around", "1"),
    _matter("find_quote", {"quote": "did not pay the deposit into a deposit scheme"},
            "quote", "did not pay the deposit into a deposit scheme"),
    _matter("list_entities", {"kind": "party"}, "entities", "--kind", "party"),
    _matter("list_mentions", {"what": "Bellweather Lettings Limited"},
            "entities", "--mentions", "Bellweather Lettings Limited"),
    _matter("list_events", {}, "timeline"),
    _matter("list_unclear_dates", {}, "timeline", "--unclear"),
    _matter("related_documents", {"document": "Complaint.pdf"}, "related", "Complaint.pdf"),
    _matter("related_passages", {"document": "Complaint.pdf", "index": 2},
            "related", "Complaint.pdf", "--passage", "2"),
    _matter("show_page", {"document": "Complaint.pdf", "page": 4, "dpi": 36,
                          "quote": "Bellweather did not pay the deposit into a deposit scheme."},
            "page", "Complaint.pdf", "4", "--dpi", "36", "--png", "page.png",
            "--quote", "Bellweather did not pay the deposit into a deposit scheme."),
    _law("build_pack", {"anchor": RULE, "at": DAY}, "pack", "build", RULE, "--at", DAY),
    _law("verify_pack", {"path": "{pack}"}, "pack", "verify", "{pack}"),
    _law("replay_pack", {"path": "{pack}"}, "pack", "replay", "{pack}"),
    _law("show_pack", {"path": "{pack}"}, "pack", "show", "{pack}"),
    # From here on the law changes.
    _law("add_override", {"what": SECTION, "status": "ENJOINED", "authority": "Court of Appeal",
                          "start": "2023-05-01", "citation": "12 M.L.R. 40 (2023)"},
         "override", "add", SECTION, "--status", "ENJOINED", "--authority", "Court of Appeal",
         "--from", "2023-05-01", "--citation", "12 M.L.R. 40 (2023)"),
    _law("list_overrides", {"what": SECTION, "at": DAY}, "override", "list", SECTION, "--at", DAY),
    _law("remove_override", {"number": 1}, "override", "remove", "1"),
    _law("add_preemption", {"what": "urn:lex:xm-har:act.by-law-2021-rental-housing:5",
                            "by": SECTION, "authority": "Constitution s 21(2)", "start": "2021-02-01"},
         "preemption", "add", "urn:lex:xm-har:act.by-law-2021-rental-housing:5", "--by", SECTION,
         "--authority", "Constitution s 21(2)", "--from", "2021-02-01"),
    _law("list_preemptions", {}, "preemption", "list"),
    _law("import_synonyms", {"path": "{synonyms}"}, "synonym", "import", "{synonyms}"),
    _law("rollback", {"version": "tenancies-2019"}, "rollback", "tenancies-2019"),
    _law("load_law", {"paths": ["{law}"], "reader": "akn", "version": "tenancies-again",
                      "collection": "marchmere-acts", "date": "2025-01-01"},
         "ingest", "{law}", "--reader", "akn", "--version", "tenancies-again",
         "--collection", "marchmere-acts", "--date", "2025-01-01"),
    _law("index", {}, "index"),
    # A matter comes and goes.
    _law("create_case", {"name": "New v. Case", "number": "1/26"},
         "matter", "create", "New v. Case", "--number", "1/26"),
    _matter("ingest_document", {"path": "{files}/orders/Order.pdf"},
            "ingest", "{files}/orders/Order.pdf", matter=NEW),
    _matter("ingest_folder", {"path": "{files}/orders"}, "ingest", "{files}/orders", matter=NEW),
    _matter("read_files", {"paths": ["{files}/orders", "{files}/exhibits"]},
            "ingest", "{files}/orders", "{files}/exhibits", matter=NEW),
    _matter("sync_folder", {}, "sync", matter=NEW),
    Step("watch_folder", {"matter": NEW, "path": "{files}/orders"}, None),
    Step("list_jobs", {}, None),
    Step("job_status", {"job": "{job}"}, None),
    Step("pause_job", {"job": "{job}"}, None),
    Step("resume_job", {"job": "{job}"}, None),
    Step("cancel_job", {"job": "{job}"}, None),
    Step("close_case", {"matter": NEW}, ("matter", "close", NEW)),
    Step("reopen_case", {"matter": NEW}, ("matter", "reopen", NEW)),
    Step("archive_case", {"matter": NEW}, ("matter", "archive", NEW)),
    Step("restore_case", {"matter": NEW}, ("matter", "restore", NEW)),
    Step("delete_case", {"matter": NEW}, ("matter", "delete", NEW, "--yes")),
)
# fmt: on
NO_COMMAND = {
    "watch_folder": "`pincite watch` runs until it is stopped and prints each sync; over HTTP and MCP"
    " it is a job of the server",
    "list_jobs": "jobs are of a server; a command does the work itself",
    "job_status": "jobs are of a server; a command does the work itself",
    "pause_job": "jobs are of a server; a command is stopped with Ctrl-C, and goes on when run again",
    "resume_job": "jobs are of a server; a command goes on when run again",
    "cancel_job": "jobs are of a server; a command is stopped with Ctrl-C",
}
