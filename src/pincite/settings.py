"""Settings, from the environment (PINCITE_…), each with its default and what it guards."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from pincite.errors import InputError

MIB = 1024 * 1024


class Settings(BaseSettings):
    """Every setting is documented in docs/settings.md; a test compares the two."""

    model_config = SettingsConfigDict(env_prefix="PINCITE_", frozen=True)

    library: Path = Field(Path("library"), description="The library folder that commands use.")
    matters: Path = Field(
        Path("matters"),
        description="The folder that holds the matters, each in a folder of its own.",
    )
    matters_database: str = Field(
        "",
        description="Where new matters are kept, each in a schema of its own:"
        " postgresql://user@host/database, without a password; empty for a file in each folder.",
    )
    jurisdiction: str = Field(
        "",
        pattern=r"^([a-z]{2}(-[a-z0-9]+)*)?$",
        description="Where case files are at home (us, us-dc, is, zw, za …), for citations that"
        " leave their jurisdiction unsaid.",
    )
    aliases: Path | None = Field(
        None,
        description="A CSV file of other names of laws, with the columns alias and target (a title"
        " or a URN).",
    )
    max_source_bytes: int = Field(
        64 * MIB, gt=0, description="Largest single document, file or archive member, in bytes."
    )
    max_archive_bytes: int = Field(
        4096 * MIB, gt=0, description="Largest total that one archive may unpack to, in bytes."
    )
    max_archive_ratio: int = Field(
        200, gt=1, description="Largest ratio of unpacked to packed size of an archive member."
    )
    min_chunks: int = Field(1, ge=1, description="A work with fewer chunks than this is refused.")
    workers: int = Field(
        0, ge=0, description="Reading processes for a load; 0 means one for each core, 8 at most."
    )
    max_pages: int = Field(
        20_000, gt=0, le=65_000, description="Most pages that one case file may have."
    )
    stall_seconds: float = Field(
        90.0,
        gt=0,
        description="How long a case file may take for one page (a file without pages: in all)"
        " before it is given up.",
    )
    max_reader_bytes: int = Field(
        3072 * MIB,
        gt=0,
        description="Memory that one process which reads case files may take, in bytes.",
    )
    ocr_languages: str = Field(
        "eng+isl",
        pattern=r"^([A-Za-z_]+(\+[A-Za-z_]+)*)?$",
        description="Languages that scans are recognised in, as tesseract names them; empty turns"
        " recognition off.",
    )
    ocr_dpi: int = Field(
        300, ge=72, le=600, description="Resolution at which scanned pages are recognised."
    )
    busy_seconds: float = Field(
        10.0, ge=0, description="How long to wait for another process that is writing."
    )
    vectors_token: SecretStr | None = Field(
        None, description="user:password, or the token, of the server that keeps vectors."
    )
    vectors_seconds: float = Field(
        5.0,
        gt=0,
        description="How long a question waits for the server that keeps vectors, before it is"
        " answered without them.",
    )
    max_fetch_bytes: int = Field(
        4096 * MIB,
        gt=0,
        description="Largest download that `pincite get` accepts, and largest copy of another node"
        " that `pincite index --from` does, in bytes.",
    )
    node_key: SecretStr | None = Field(
        None,
        description="The key, which may manage, that `pincite index --from http://…` shows to the"
        " node it copies.",
    )
    fetch_timeout: float = Field(
        60.0, gt=0, description="Seconds without a byte before a download counts as stalled."
    )
    allowed_hosts: str = Field(
        "",
        description="Hosts of private networks that may be asked over HTTP: names or addresses,"
        " each with :port or for any port, parted by commas. What a setting names as localhost, by"
        " its address or by a name that is not public needs no entry.",
    )
    models: Path | None = Field(
        None, description="The folder of models; pincite/models in the user's cache by default."
    )
    dense_model: str = Field(
        "pincite-encoder-1",
        description="The model that turns a text into one vector: a name that `pincite models list`"
        " shows, a folder, or hf:owner/name@revision; empty for none.",
    )
    token_model: str = Field(
        "pincite-encoder-1",
        description="The model that turns a text into a vector for each token, named likewise.",
    )
    sparse_model: str = Field(
        "pincite-encoder-1",
        description="The model that weighs the words of a vocabulary (SPLADE), named likewise.",
    )
    lemma_model: str = Field(
        "pincite-icelandic-1",
        description="The table of lemmas that finds law in a language that no network reads, named"
        " likewise; empty for none.",
    )
    pair_model: str = Field(
        "",
        description="A model that scores the first passages against a question, named likewise,"
        " such as ms-marco-MiniLM-L-12-v2; slow, and none by default.",
    )
    reader_model: str = Field(
        "pincite-reader-1",
        description="The model that reads what was found and says which words answer, named"
        " likewise; empty to choose them by their words alone.",
    )
    threads: int = Field(0, ge=0, description="Threads that models use; 0 means one for each core.")
    embedding_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="An OpenAI-compatible endpoint (…/v1/embeddings), instead of dense_model.",
    )
    embedding_model: str = Field("", description="The model that the endpoint is asked for.")
    embedding_key: SecretStr | None = Field(
        None, description="The endpoint's key, if it wants one."
    )
    embedding_dims: int = Field(
        0, ge=0, description="The length of its vectors; 0 asks the endpoint when it is first used."
    )
    rerank_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="A rerank endpoint as Cohere and Jina have it (…/v2/rerank), instead of"
        " pair_model.",
    )
    rerank_model: str = Field("", description="The model that the rerank endpoint is asked for.")
    rerank_key: SecretStr | None = Field(None, description="Its key, if it wants one.")
    chat_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="An OpenAI-compatible endpoint (…/v1/chat/completions) that puts a question in"
        " other words before it is searched; empty for none.",
    )
    chat_model: str = Field("", description="The model that the chat endpoint is asked for.")
    chat_key: SecretStr | None = Field(None, description="Its key, if it wants one.")
    chat_timeout: float = Field(
        5.0, gt=0, description="Seconds after which a question is searched without other words."
    )

    answer_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="An OpenAI-compatible endpoint (…/v1/chat/completions) that composes answers;"
        " empty for answers without a model. It chooses quotes, which are checked word for word.",
    )
    answer_wording: bool = Field(
        False,
        description="Whether the sentences that this model writes are shown too, apart from the"
        " quotes and marked as not checked. Nobody checks what they say; without this, only quotes"
        " are shown.",
    )
    answer_model: str = Field("", description="The model that this endpoint is asked for.")
    answer_key: SecretStr | None = Field(None, description="Its key, if it wants one.")
    answer_timeout: float = Field(
        30.0, gt=0, description="Seconds that composing an answer may take, with its one retry."
    )
    answer_tokens: int = Field(
        6000, ge=500, description="Tokens of law that the endpoint is sent at most, about."
    )
    chat_rate: int = Field(
        0, ge=0, description="Questions a minute that POST /chat takes in all; 0 for no limit."
    )
    keys: Path | None = Field(
        None,
        description="The file of the keys that may ask, which are kept hashed; `keys.json` in the"
        " library by default.",
    )
    key_rate: int = Field(
        120, ge=0, description="Requests a minute that each key may make; 0 for no limit."
    )
    key_requests: int = Field(
        32,
        ge=0,
        description="Requests of one key that are answered at once; 0 for no limit.",
    )
    request_rate: int = Field(
        6000, ge=0, description="Requests a minute that are taken in all; 0 for no limit."
    )
    max_requests: int = Field(
        256, ge=0, description="Requests that are answered at once in all; 0 for no limit."
    )
    max_connections: int = Field(
        4096,
        ge=8,
        description="Connections that `pincite serve` keeps open; beyond them, the one that has"
        " waited longest for a request is closed.",
    )
    address_connections: int = Field(
        1024,
        ge=8,
        description="Connections of one address among them; a proxy is one address.",
    )
    head_seconds: float = Field(
        10.0, gt=0, description="Seconds within which a request's headers must have come."
    )
    idle_seconds: float = Field(
        75.0,
        gt=0,
        description="Seconds that a connection is kept after a response; longer than a proxy before"
        " it keeps one.",
    )
    body_rate: int = Field(
        4096,
        ge=0,
        description="Bytes a second that a body must come at, on average, once head_seconds are"
        " over; 0 for no limit.",
    )
    send_seconds: float = Field(
        60.0,
        gt=0,
        description="Seconds that a client may let a response wait before it is cut off.",
    )
    serve_threads: int = Field(
        2, ge=1, le=64, description="Threads that answer requests, each with the library opened."
    )
    serve_processes: int | None = Field(
        None,
        ge=0,
        le=64,
        description="Processes of `pincite serve` that answer requests, each with the library"
        " opened; one for each core by default, 4 at most. 0: the threads answer.",
    )
    serve_waiting: int = Field(
        256,
        ge=1,
        description="Requests that may wait for one of these processes; further ones are refused.",
    )
    max_upload_bytes: int = Field(
        512 * MIB,
        gt=0,
        description="Largest upload in all, in bytes; a file may be as large as max_source_bytes.",
    )
    roots: str = Field(
        "",
        description="Folders that a client of HTTP or MCP may have read, parted by the system's"
        " path separator; without any, none.",
    )
    mcp_text: Literal["auto", "always"] = Field(
        "auto",
        description="Whether an MCP client gets results as text too: auto, where its version of the"
        " protocol has no structured content; always, for clients that show a model only text.",
    )
    whatsapp_url: str = Field(
        "https://graph.facebook.com/v23.0",
        pattern=r"^https?://\S+$",
        description="The Cloud API that WhatsApp messages are sent through.",
    )
    whatsapp_phone: str = Field("", description="The phone number id that messages are sent from.")
    whatsapp_token: SecretStr | None = Field(None, description="The Cloud API's access token.")
    whatsapp_secret: SecretStr | None = Field(
        None, description="The app secret that the Cloud API signs its deliveries with."
    )
    whatsapp_verify: SecretStr | None = Field(
        None, description="The word that the Cloud API says when it subscribes."
    )
    logs: Path | None = Field(
        None,
        description="The folder of the log of questions; `logs` in the library by default. It keeps"
        " no question and no answer.",
    )
    log_days: int = Field(
        7, ge=0, description="Days that a log is kept before it is deleted; 0 keeps no log."
    )

    @property
    def models_folder(self) -> Path:
        cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return self.models or Path(cache) / "pincite" / "models"


def read_settings() -> Settings:
    """The settings of the environment. Raises InputError that names the wrong one."""
    try:
        return Settings()  # pyright: ignore[reportCallIssue]
    except ValidationError as problem:
        first = problem.errors()[0]
        name = f"PINCITE_{'_'.join(str(part) for part in first['loc']).upper()}"
        raise InputError(
            f"{name} is wrong: {first['msg']}", hint="docs/settings.md lists what each takes."
        ) from None
