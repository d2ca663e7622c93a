"""Every error Pincite raises, in one tree.

PinciteError
├── InputError              what the caller gave cannot be used
│   ├── BadUrn              a name that is not a URN, path or FRBR URI
│   ├── BadLocator          a citation in no style we know
│   ├── BadDate             a date that is not YYYY-MM-DD
│   └── NotFound            a well-formed name that the library does not hold
├── SourceError             a file cannot be read; names file and place
│   ├── SourceTooLarge
│   ├── SourceUnsafe        entity declarations, archive bombs, escaping names
│   ├── SourceMalformed     broken markup, wrong encoding, no structure
│   └── SourceChanging      someone writes to the file while it is read (retryable)
├── LoadRefused             readers or gates refused; nothing was written
├── LibraryError            the library on disk
│   ├── NoLibrary
│   ├── LibraryExists
│   ├── LibraryBusy         another process is writing (retryable)
│   │   └── IndexUnusable   an index is behind its documents or damaged; it is made again
│   ├── ServerUnreachable   its database, or a cluster, does not answer (retryable)
│   ├── NoSpace             the disk of the library or its database is full (retryable)
│   ├── LibraryNewer        written by a newer Pincite
│   ├── LibraryClosed       a matter that was closed and is only read
│   └── LibraryDamaged      the audit chain or a stored hash does not hold
├── ModelError              a model cannot be installed or used
│   ├── ModelMissing        it is not installed
│   ├── ModelDamaged        its files are not what its card says
│   ├── ModelRefused        the endpoint that serves it does not let us ask
│   └── ModelUnreachable    the endpoint that serves it does not answer (retryable)
├── AccessError             who asks may not
│   ├── NoKey               no key was given, or none that is known
│   ├── Forbidden           the key does not reach so far
│   ├── TooMany             too many requests with a key, or at once (retryable)
│   ├── Busy                too many requests in all (retryable)
│   └── TooSlow             a request that does not come to its end (retryable)
├── JobCancelled            someone stopped it
├── ProcessLost             the process that did it has died (retryable)
└── FetchError              a publisher could not be reached (retryable)
    ├── FetchMismatch       what came back is not what was promised
    └── AddressRefused      an address of a private network that no setting allows

Refusals to answer are values, never exceptions. Each code has one row in ROWS.
"""

from __future__ import annotations

from dataclasses import dataclass


class PinciteError(Exception):
    """Carries a code, a message, a hint that says what to do, and whether to retry."""

    code = "internal_error"
    retryable = False
    default_hint = "Run `pincite doctor` and report what it prints."

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint or self.default_hint

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process boundaries during a load, keyword arguments and all.
        return (rebuild, (type(self), dict(self.__dict__)))

    def as_dict(self) -> dict[str, object]:
        return {
            "error": self.code,
            "message": self.message,
            "hint": self.hint,
            "retryable": self.retryable,
        }


def rebuild(kind: type[PinciteError], state: dict[str, object]) -> PinciteError:
    error = kind.__new__(kind)
    Exception.__init__(error, state["message"])
    error.__dict__.update(state)
    return error


class InputError(PinciteError):
    code = "bad_input"
    default_hint = "Check the command's arguments with --help."


class BadUrn(InputError):
    code = "bad_urn"
    default_hint = "A URN looks like urn:lex:is:33-1944:65:1."


class BadLocator(InputError):
    code = "bad_locator"
    default_hint = "Try a URN, or a citation such as '12 CFR § 1002.5(b)(1)'."


class BadDate(InputError):
    code = "bad_date"
    default_hint = "Write dates as YYYY-MM-DD."


class NotFound(InputError):
    code = "not_found"
    default_hint = "`pincite stats` lists what the library holds."


class SourceError(PinciteError):
    """A source file was refused. `place` says where in the file: 'line 12', '$.provisions[3]'."""

    code = "source_error"
    default_hint = "Mend or leave out that file, then load again; nothing was written."

    def __init__(self, message: str, *, file: str, place: str = "", hint: str | None = None):
        where = f"{file}, {place}" if place else file
        super().__init__(f"{where}: {message}", hint=hint)
        self.file = file
        self.place = place
        self.reason = message

    def as_dict(self) -> dict[str, object]:
        return super().as_dict() | {
            "file": self.file,
            "place": self.place,
            "reason": self.reason,
        }


class SourceTooLarge(SourceError):
    code = "source_too_large"
    default_hint = "Split the file, or raise PINCITE_MAX_SOURCE_BYTES if you trust it."


class SourceUnsafe(SourceError):
    code = "source_unsafe"
    default_hint = "Remove entity declarations or unpack the archive yourself, then load again."


class SourceMalformed(SourceError):
    code = "source_malformed"


class SourceChanging(SourceError):
    code = "source_changing"
    retryable = True
    default_hint = "Save and close it, then sync again."


class LoadRefused(PinciteError):
    """The load was refused as a whole; `reasons` names every file and place."""

    code = "load_refused"
    default_hint = (
        "Mend the files named, or pass --allow-refusals to load the rest. Nothing was written."
    )

    def __init__(self, message: str, *, reasons: list[str], hint: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.reasons = reasons

    def as_dict(self) -> dict[str, object]:
        return super().as_dict() | {"reasons": self.reasons}


class LibraryError(PinciteError):
    code = "library_error"


class NoLibrary(LibraryError):
    code = "no_library"
    default_hint = "Create one with `pincite init --library DIR`, or set PINCITE_LIBRARY."


class LibraryExists(LibraryError):
    code = "library_exists"
    default_hint = "Choose an empty folder, or use the library that is there."


class LibraryBusy(LibraryError):
    code = "library_busy"
    retryable = True
    default_hint = "Another process is writing to this library; try again when it is done."


class IndexUnusable(LibraryBusy):
    """What is made from the documents is behind them, or cannot be read. Whoever asked brings it
    up to date, or makes it again, and asks again; the documents themselves are whole."""

    default_hint = "The index is made again from the documents, and nothing is lost; try again."


class ServerUnreachable(LibraryError):
    """A database server or a cluster does not answer, or went away in the middle."""

    code = "server_unreachable"
    retryable = True
    default_hint = (
        "Check that PostgreSQL is running and that the address, name and password are right,"
        " then run the same command again."
    )


class NoSpace(LibraryError):
    code = "no_space"
    retryable = True
    default_hint = (
        "Make room on the disk of the library's folder, or of its database, then run the same"
        " command again; nothing is half written."
    )


class LibraryNewer(LibraryError):
    code = "library_newer"
    default_hint = "Upgrade Pincite: this library was written by a newer release."


class LibraryClosed(LibraryError):
    code = "library_closed"
    default_hint = "A closed matter is only read; `pincite matter reopen NAME` opens it again."


class LibraryDamaged(LibraryError):
    code = "library_damaged"
    default_hint = "Restore the library from a backup, or load its sources into a new one."


class ModelError(PinciteError):
    code = "model_error"
    default_hint = "`pincite models list` shows what is installed and what is chosen."


class ModelMissing(ModelError):
    code = "model_missing"
    default_hint = "Install the models with `pincite models install`."


class ModelDamaged(ModelError):
    code = "model_damaged"
    default_hint = "Install it again with `pincite models install`; the damaged one is replaced."


class ModelRefused(ModelError):
    code = "model_refused"
    default_hint = "Check the model's name and the key in the settings."


class ModelUnreachable(ModelError):
    code = "model_unreachable"
    retryable = True
    default_hint = "Check the address, the key and the network, then run the same command again."


class AccessError(PinciteError):
    code = "forbidden"
    default_hint = "Ask with a key that may: `pincite key create`."


class NoKey(AccessError):
    code = "no_key"
    default_hint = "Send a key: `Authorization: Bearer …`; `pincite key create` makes one."


class Forbidden(AccessError):
    code = "forbidden"


class TooMany(AccessError):
    code = "rate_limited"
    retryable = True
    default_hint = "Try again in a moment, or after as long as Retry-After says."


class Busy(AccessError):
    code = "busy"
    retryable = True
    default_hint = "Try again in a moment, or after as long as Retry-After says."


class TooSlow(AccessError):
    code = "too_slow"
    retryable = True
    default_hint = "Send the whole request at once, over a connection that is fast enough."


class JobCancelled(PinciteError):
    code = "cancelled"
    default_hint = "Start it again: what was done is not done twice."


class ProcessLost(PinciteError):
    """A process of the server died, or was killed, with something in its hands."""

    code = "process_lost"
    retryable = True
    default_hint = (
        "Try again: what was done is not done twice. If it happens often, the machine has too"
        " little memory."
    )


class FetchError(PinciteError):
    code = "fetch_failed"
    retryable = True
    default_hint = "Check the network and run the same command again; it resumes where it stopped."


class FetchMismatch(FetchError):
    code = "fetch_mismatch"
    default_hint = "The download was discarded; run the same command again."


class AddressRefused(FetchError):
    code = "address_refused"
    retryable = False
    default_hint = "If it should be asked, name it in PINCITE_ALLOWED_HOSTS."


@dataclass(frozen=True, slots=True)
class Row:
    """What one error code becomes at each surface."""

    http: int
    exit: int
    mcp: int
    whatsapp: str


ROWS: dict[str, Row] = {
    "internal_error": Row(500, 70, -32603, "Something went wrong on our side."),
    "bad_input": Row(400, 2, -32602, "I could not read that request."),
    "bad_urn": Row(400, 2, -32602, "That is not a legal address I know."),
    "bad_locator": Row(400, 2, -32602, "I could not read that citation."),
    "bad_date": Row(400, 2, -32602, "Please write the date as YYYY-MM-DD."),
    "not_found": Row(404, 4, -32602, "I do not hold that provision."),
    "source_error": Row(422, 65, -32602, "That file could not be read."),
    "source_too_large": Row(413, 65, -32602, "That file is too large."),
    "source_unsafe": Row(422, 65, -32602, "That file is not safe to open."),
    "source_malformed": Row(422, 65, -32602, "That file is damaged."),
    "source_changing": Row(409, 75, -32602, "That file is being written to; try again soon."),
    "load_refused": Row(422, 65, -32602, "Those files were refused."),
    "library_error": Row(500, 74, -32603, "The library cannot be used right now."),
    "no_library": Row(404, 3, -32603, "There is no library here."),
    "library_exists": Row(409, 3, -32602, "There is a library here already."),
    "library_busy": Row(503, 75, -32603, "The library is being updated; try again soon."),
    "server_unreachable": Row(
        503, 75, -32603, "The library's server does not answer; try again soon."
    ),
    "no_space": Row(507, 75, -32603, "The library has no room left just now."),
    "library_newer": Row(500, 74, -32603, "The library needs a newer Pincite."),
    "library_closed": Row(409, 3, -32602, "That matter is closed."),
    "library_damaged": Row(500, 74, -32603, "The library is damaged."),
    "model_error": Row(500, 69, -32603, "A language model cannot be used right now."),
    "model_missing": Row(503, 69, -32603, "A language model is not installed here."),
    "model_damaged": Row(500, 74, -32603, "A language model is damaged."),
    "model_refused": Row(502, 69, -32603, "A language model cannot be used right now."),
    "model_unreachable": Row(503, 75, -32603, "A language model does not answer; try again soon."),
    "no_key": Row(401, 77, -32011, "I do not know who is asking."),
    "forbidden": Row(403, 77, -32012, "You may not ask for that."),
    "rate_limited": Row(429, 75, -32013, "Too many questions at once; try again soon."),
    "busy": Row(503, 75, -32015, "There is too much to do just now; try again soon."),
    "too_slow": Row(408, 75, -32016, "That came too slowly; try again."),
    "cancelled": Row(409, 75, -32014, "That was stopped."),
    "process_lost": Row(503, 75, -32603, "Something went wrong on our side; try again soon."),
    "fetch_failed": Row(502, 69, -32603, "The publisher could not be reached."),
    "fetch_mismatch": Row(502, 69, -32603, "The download was not what was promised."),
    "address_refused": Row(502, 77, -32603, "That address may not be asked from here."),
}
