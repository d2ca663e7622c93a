"""The line: messages come in, each is answered, and who wants to be left alone is."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterable
from typing import Self

from pincite.answer.flow import WHATSAPP
from pincite.answer.reply import Reply
from pincite.api.access import Access, Power
from pincite.api.operation import operations
from pincite.api.operations.questions import AskRequest, ask
from pincite.api.workspace import WorkerPool, Workspace
from pincite.errors import InputError, PinciteError
from pincite.search.understand import spoken_in
from pincite.settings import Settings
from pincite.surfaces.http.limits import RateLimits
from pincite.surfaces.whatsapp.delivery import Incoming, Sort
from pincite.surfaces.whatsapp.memory import Hashing, Remembered
from pincite.surfaces.whatsapp.message import Choice, Message, Text, addressed
from pincite.surfaces.whatsapp.opt_outs import Stopped
from pincite.surfaces.whatsapp.phrases import (
    Wish,
    Wished,
    error,
    language_of_number,
    languages,
    say,
    wished,
)
from pincite.surfaces.whatsapp.reply_messages import told
from pincite.surfaces.whatsapp.sending import CloudApi
from pincite.text.words import forms

log = logging.getLogger("pincite.whatsapp")
# The Cloud API delivers again for days what it could not deliver; nobody waits for that answer.
STALE_SECONDS = 600
# At least as long as a message may be delivered again without being stale.
_SEEN_SECONDS, _SEEN = 2 * STALE_SECONDS, 50_000
_OFFER_SECONDS, _OFFERS = 3600, 5_000
_LANGUAGE_SECONDS, _LANGUAGES = 3600, 5_000
_A_MINUTE = 10
_TOLD_SECONDS = 60
# Messages that may be waiting for an answer.
_AT_ONCE = 500
_CLOSING_SECONDS = 20.0
# The law alone, and to be asked alone: no matter is reached from a phone.
_ACCESS = Access("whatsapp", frozenset({Power.ASK}), frozenset())


class Conversation:
    """`counts` says how often what happened, and nothing of what was said; `waiting` is how many
    messages are being answered."""

    def __init__(
        self,
        pool: WorkerPool,
        api: CloudApi,
        stopped: Stopped,
        counts: Counter[str],
    ) -> None:
        self.counts = counts
        self._room = pool
        self._api = api
        self._stopped = stopped
        self._hash = Hashing()
        self._seen = Remembered[bool](_SEEN, _SEEN_SECONDS)
        self._offers = Remembered[dict[str, str]](_OFFERS, _OFFER_SECONDS)
        self._languages = Remembered[str](_LANGUAGES, _LANGUAGE_SECONDS)
        self._limits = RateLimits(_A_MINUTE)
        self._told_to_wait = Remembered[bool](_LANGUAGES, _TOLD_SECONDS)
        self._tasks: set[asyncio.Task[None]] = set()
        self.waiting = 0

    @classmethod
    async def open(cls, pool: WorkerPool, settings: Settings) -> Self:
        """Raises InputError where a setting lacks, NoLibrary, LibraryDamaged."""
        for name in ("phone", "token", "secret", "verify"):
            if not getattr(settings, f"whatsapp_{name}"):
                raise InputError(
                    f"PINCITE_WHATSAPP_{name.upper()} is not set", hint="See docs/whatsapp.md."
                )
        assert settings.whatsapp_token is not None
        folder = await pool.run(lambda workspace: workspace.law.folder)
        counts: Counter[str] = Counter()
        token = settings.whatsapp_token.get_secret_value()
        api = CloudApi(settings.whatsapp_url, settings.whatsapp_phone, token, counts)
        return cls(pool, api, Stopped(folder), counts)

    async def close(self) -> None:
        """What was taken is answered, if that does not take long."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=_CLOSING_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._api.close()

    def take(self, delivered: Iterable[Incoming]) -> bool:
        """Begin to answer what is new; False, and nothing is begun, where there is no room."""
        new = [incoming for incoming in delivered if self._is_new(incoming)]
        if self.waiting + len(new) > _AT_ONCE and self.waiting:
            self.counts["turned away"] += len(new)
            return False
        by_sender: dict[str, list[Incoming]] = {}
        for incoming in new:
            key = self._hash(incoming.id)
            if self._seen.get(key):
                self.counts["duplicate"] += 1
                continue
            self._seen.put(key, True)
            by_sender.setdefault(incoming.sender, []).append(incoming)
        for messages in by_sender.values():
            self.counts["taken"] += len(messages)
            self.waiting += len(messages)
            task = asyncio.create_task(self._answer_all(messages))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return True

    def _is_new(self, message: Incoming) -> bool:
        if time.time() - message.sent > STALE_SECONDS:
            self.counts["old"] += 1
            return False
        return True

    async def _answer_all(self, messages: list[Incoming]) -> None:
        """Of one sender, in order."""
        for at, message in enumerate(messages):
            try:
                await self._answer(message)
            except asyncio.CancelledError:
                self.waiting -= len(messages) - at
                raise
            except Exception as problem:
                # What went wrong may hold what was said: only its kind is told.
                self.counts["broken"] += 1
                log.error("a message could not be answered: %s", type(problem).__name__)
            self.waiting -= 1

    async def _answer(self, message: Incoming) -> None:
        who = self._hash(message.sender)
        likely = self._languages.get(who) or language_of_number(message.sender)
        wish = wished(message.text, likely) if message.sort is Sort.TEXT else None
        is_stopped = await asyncio.to_thread(self._stopped.has, message.sender)
        if is_stopped and (wish is None or wish.wish is not Wish.START):
            self.counts["left alone"] += 1
            return
        wait = self._limits.wait(who)
        if wish is not None and wish.wish in (Wish.STOP, Wish.START):
            await self._stop_or_start(message, who, wish, is_stopped, quiet=wait > 0)
        elif wait:
            await self._hold_off(message, who, wait, likely)
        else:
            reading = asyncio.create_task(self._api.mark_read(message.id))
            try:
                messages = await self._replied(message, who, wish, likely)
            finally:
                # An answer that overtakes it would be followed by "is typing".
                await reading
            await self._send(message, messages)

    async def _replied(
        self, message: Incoming, who: str, wish: Wished | None, likely: str
    ) -> list[Message]:
        """What is said to a message."""
        if wish is not None:
            self._languages.put(who, wish.language)
            told_key = "thanks" if wish.wish is Wish.THANKS else "introduction"
            return [Text(say(wish.language, told_key))]
        text = message.text
        if message.sort is Sort.CHOICE:
            text = (self._offers.get(who) or {}).get(message.text, "")
            if not text:
                self.counts["expired"] += 1
                return [Text(say(likely, "expired"))]
        if message.sort is Sort.OTHER or not text.strip():
            self.counts["not text"] += 1
            return [Text(say(likely, "text_only"))]
        found = await self._room.call(_asked, text, likely)
        if isinstance(found, Text):
            self.counts["failed to ask"] += 1
            return [found]
        self.counts["answered" if found.answer else "refused"] += 1
        if message.sort is Sort.TEXT:
            # An option is in the words of the law, not of the sender.
            self._languages.put(who, found.language)
        messages = told(found)
        for reply in messages:
            if isinstance(reply, Choice):
                self._offers.put(who, {option.reference: option.asks for option in reply.options})
        return messages

    async def _stop_or_start(
        self, message: Incoming, who: str, wish: Wished, is_stopped: bool, *, quiet: bool
    ) -> None:
        """What is wished for is done, however often it is; it is not always said."""
        stops = wish.wish is Wish.STOP
        if stops != is_stopped:
            change = self._stopped.add if stops else self._stopped.remove
            try:
                await asyncio.to_thread(change, message.sender)
            except OSError as problem:
                self.counts["not kept"] += 1
                log.error("who stopped could not be kept: %s", type(problem).__name__)
        self.counts["stopped" if stops else "started"] += 1
        if stops:
            self._offers.drop(who)
            self._languages.drop(who)
        else:
            self._languages.put(who, wish.language)
        if quiet:
            return
        first = ["stopped"] if stops else ["started"] if is_stopped else []
        parts = first if stops else [*first, "introduction"]
        said = "\n\n".join(say(wish.language, part) for part in parts)
        await self._send(message, [Text(said)])

    async def _hold_off(self, message: Incoming, who: str, wait: int, likely: str) -> None:
        """Who asks too often is told so once a minute."""
        self.counts["limited"] += 1
        if self._told_to_wait.get(who):
            return
        self._told_to_wait.put(who, True)
        reply = await self._room.call(_limited, message.text, wait, likely)
        await self._send(message, told(reply))

    async def _send(self, message: Incoming, messages: list[Message]) -> None:
        for reply in messages:
            if not await self._api.send(addressed(reply, message.sender, message.id)):
                return


def _limited(workspace: Workspace, text: str, wait: int, likely: str) -> Reply:
    return workspace.law.answer_flow().limited(text, WHATSAPP, wait, likely)


def _asked(workspace: Workspace, text: str, likely: str) -> Reply | Text:
    try:
        asked = AskRequest(query=text, channel=WHATSAPP)
        operations()["ask"].check(_ACCESS, asked)
        return ask(workspace, _ACCESS, asked)
    except PinciteError as problem:
        spoken = spoken_in(forms(text), likely)
        return Text(error(spoken if spoken in languages() else likely, problem.code))
