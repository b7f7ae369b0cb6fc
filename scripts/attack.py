#!/usr/bin/env python3
"""Attack the programs with wrong input, and say what gave way.

    cargo build --release --bin reckoners
    cargo build --release -p reckoners-train --no-default-features
    python3 scripts/attack.py                     # all kinds, thousands of cases
    python3 scripts/attack.py --only tables,cards --cases 20000 --seed 7

Good input (sample tables, card files, the shipped network, a saved game, a run of the trainer) is changed at random.
Whatever comes of it, a program answers in time and in bounded memory. It ends with 0, or with 1 or 2 and a message; it
never panics and no signal ends it. Beyond that each kind of attack has a law of its own, told in its comment.

Exit status: 0 when nothing gave way, 1 otherwise. The seed of every case is printed with it.
"""

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from strange import FLAG_VALUES, NUMBERS, WORDS, changed, damaged, twice

ROOT = Path(__file__).resolve().parent.parent
TABLES = sorted((ROOT / "configs/tables").glob("*.json"))
SHIPPED = ROOT / "checkpoints/one-brain.safetensors"

SECONDS = 120
"""How long a case may take: much longer than any should, because the machine may be busy."""

MEMORY = 6 << 30
"""Address space of an attacked program, in bytes. Most of it is the stacks of threads, which are never touched."""

Failures = list[str]


class Programs:
    """Where the programs are, and a folder for what cases write."""

    def __init__(self, program: Path, trainer: Path | None, folder: Path) -> None:
        self.program, self.trainer, self.folder = program, trainer, folder


def limit() -> None:
    """Runs in the attacked process: bounded memory, bounded files, no core dumps."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(
    words: list[str | Path], stdin: bytes = b"", variables: dict[str, str] | None = None, folder: Path = ROOT
) -> tuple[str | None, subprocess.CompletedProcess[bytes]]:
    """Runs a program. Gives what gave way, if anything, and what it wrote."""
    command = [os.fspath(word) for word in words]
    environment = os.environ | {"RUST_BACKTRACE": "0", "NO_COLOR": "1"} | (variables or {})
    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, timeout=SECONDS, env=environment, cwd=folder, preexec_fn=limit
        )
    except subprocess.TimeoutExpired as late:
        return f"no end after {SECONDS} s", subprocess.CompletedProcess(
            command, -1, late.stdout or b"", late.stderr or b""
        )
    return judge(done), done


def judge(done: subprocess.CompletedProcess[bytes]) -> str | None:
    """What no program may do, whatever it is given."""
    said = done.stderr.decode(errors="replace")
    last = said.strip().splitlines()[-1:] or [""]
    if "panicked at" in said or b"panicked at" in done.stdout:
        return f"a panic: {said.strip()[:300]}"
    if done.returncode not in (0, 1, 2):
        return f"status {done.returncode}: {last[0][:300]}"
    if done.returncode == 2 and "error" not in said:
        return f"refused without a word: {said[:300]!r}"
    if "internal error" in said:
        return f"an internal error: {last[0][:300]}"
    return None


# The attacks. Each gives what gave way.


def refusal(answer: dict[str, Any]) -> str:
    """Why a request was not answered; nothing when it was. In an answer, `error` is a standard error."""
    return answer["error"] if "field" in answer else ""


def converse(programs: Programs, lines: list[bytes]) -> tuple[Failures, list[Any]]:
    """Sends lines to the protocol; there is one answer for each, and none is an internal error."""
    failed, done = run([programs.program, "analyze", "--agent", "scripted"], b"\n".join(lines) + b"\n")
    if failed:
        return [f"analyze: {failed}"], []
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    failures = [
        f"internal error for {line[:2000]!r}"
        for line, answer in zip(lines, answers)
        if "internal error" in refusal(answer)
    ]
    if len(answers) != len(lines):
        failures.append(f"{len(lines)} lines, {len(answers)} answers")
    return failures, answers


def tables(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """A table that is accepted can be played on, is written back readable, and means the same when it is sent back."""
    good = [json.loads(file.read_text()) for file in TABLES]
    failures: Failures = []
    for _ in range(0, cases, 500):
        asked = [changed(luck, luck.choice(good), good) for _ in range(min(cases, 500))]
        lines = [
            json.dumps({"id": i, "request": "legal", "table": table, "maxOutcomes": 3}).encode()
            for i, table in enumerate(asked)
        ]
        failed, answers = converse(programs, lines)
        failures += failed
        lines = []
        for table, answer in zip(asked, answers):
            if not refusal(answer) and answer["next"]["kind"] != "over":
                legal = answer["next"].get("actions")
                step = {"action": luck.choice(legal)["id"]} if legal else {"random": True}
                lines.append(
                    json.dumps({"request": "apply", "table": table, "steps": [step], "maxOutcomes": 3}).encode()
                )
        failed, answers = converse(programs, lines)
        failures += failed
        failures += [
            f"an accepted table cannot be played on: {refusal(a)}: {line.decode()}"
            for line, a in zip(lines, answers)
            if refusal(a)
        ]
        played = [answer for answer in answers if not refusal(answer)]
        lines = [
            json.dumps({"request": "legal", "table": answer["table"], "maxOutcomes": 3}).encode() for answer in played
        ]
        failed, again = converse(programs, lines)
        failures += failed
        for before, after in zip(played, again):
            if after.get("digest") != before["digest"]:
                table = json.dumps(before["table"])
                failures.append(f"a table that was written means another position, or none: {refusal(after)}: {table}")
    return failures


def protocol(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """A key given twice is refused; an id comes back as it was sent or is refused."""
    table = json.loads(TABLES[0].read_text())
    good = [
        {"id": 1, "request": "legal", "table": table},
        {"id": "a", "request": "apply", "table": table, "steps": [{"random": True}], "seed": 3},
        {"id": None, "request": "evaluate", "table": table, "raw": True},
        {
            "id": 4,
            "request": "hint",
            "table": table,
            "raw": True,
            "top": 2,
            "allow": [],
            "avoid": [1],
        },
        {"id": [5], "request": "version"},
    ]
    failures: Failures = []
    for _ in range(0, cases, 200):
        lines, doubled = [], []
        for _ in range(min(cases, 200)):
            request = changed(luck, luck.choice(good), good)
            if isinstance(request, dict):
                # What costs time is none of this test's business.
                request = {key: value for key, value in request.items() if key not in ("plan", "maxMs")} | {
                    "maxPlayouts": 2
                }
            text = json.dumps(request)
            kind = luck.random()
            double = kind < 0.2
            line = (
                twice(text, luck).encode() if double else damaged(luck, text.encode()) if kind < 0.6 else text.encode()
            )
            lines.append(line.replace(b"\n", b" ").strip() or b"x")
            doubled.append((double, request.get("id") if kind >= 0.6 else None))
        failed, answers = converse(programs, lines)
        failures += failed
        for line, (double, sent), answer in zip(lines, doubled, answers):
            if double and "is given twice" not in refusal(answer):
                failures.append(f"a key given twice is accepted: {line.decode()[:2000]}")
            if sent is not None and answer["id"] != sent and answer.get("field") != "id":
                failures.append(f"the id {sent} came back as {answer['id']}")
    return failures


def files_of(programs: Programs, name: str) -> Path:
    folder = programs.folder / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def cards(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """Cards that are accepted can be played without breaking a law, and what they save can be read."""
    source = ROOT / "configs/cards"
    names = sorted(file.relative_to(source) for file in source.rglob("*.toml"))
    failures: Failures = []
    for _ in range(cases):
        folder = files_of(programs, "cards")
        name = luck.choice(names)
        lines = (source / name).read_text().splitlines()
        for _ in range(luck.choice([1, 1, 2, 3])):
            at = luck.randrange(len(lines))
            act = luck.random()
            key, sign, value = lines[at].partition("=")
            if act < 0.55 and sign and not lines[at].startswith("#"):
                if luck.random() < 0.5:
                    others = [line.partition("=")[2] for line in lines if line.startswith(key + "=")]
                    value = luck.choice(others) if others else value
                else:
                    value = json.dumps(luck.choice(NUMBERS) if luck.random() < 0.6 else luck.choice(WORDS))
                lines[at] = f"{key}= {value.strip()}"
            elif act < 0.7:
                del lines[at]
            elif act < 0.85:
                lines.insert(at, luck.choice(lines))
            else:
                lines[at] = damaged(luck, lines[at].encode()).decode(errors="replace").replace("\n", " ")
            if not lines:
                break
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("\n".join(lines) + "\n")
        failed, done = run(
            [programs.program, "--cards", folder, "fuzz", "--steps", "400", "--seed", str(luck.randrange(1000))]
        )
        if done.returncode == 1 and b"error" not in done.stderr[:7]:
            failed = "a law was broken"
        if failed:
            kept = programs.folder / f"failed-cards-{len(failures)}.toml"
            shutil.copy(folder / name, kept)
            failures.append(f"cards {name}: {failed} ({kept})")
    return failures


def checkpoints(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """A damaged network is refused where it carries a checksum, as every network does that the trainer writes."""
    good = SHIPPED.read_bytes()
    file = files_of(programs, "checkpoint") / "net.safetensors"
    failures: Failures = []
    for _ in range(cases):
        # Half of the damage in the header, where it does most.
        head = luck.choice([len(good), 4096])
        data = damaged(luck, good[:head]) + good[head:]
        file.write_bytes(data)
        failed, done = run([programs.program, "hint", TABLES[0], "--raw", "--agent", f"net:{file}"])
        if not failed and data != good and b'"checksum"' in data[:65536] and done.returncode == 0:
            failed = "a damaged network was taken"
        if failed:
            failures.append(f"checkpoint: {failed}")
    return failures


def saves(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """A saved game is gone on with, replayed or refused with the line that is wrong."""
    folder = files_of(programs, "save")
    saved = folder / "good.jsonl"
    run([programs.program, "play", "--seed", "3", "--agent", "scripted"], f"1\n1\n1\n1\nsave {saved}\nquit\n".encode())
    good = saved.read_bytes()
    failures: Failures = []
    for _ in range(cases):
        lines = good.splitlines()
        if luck.random() < 0.5:
            at = luck.randrange(len(lines))
            step = changed(luck, json.loads(lines[at]), [json.loads(luck.choice(lines))])
            lines[at] = json.dumps(step).encode()
            data = b"\n".join(lines)
        else:
            data = damaged(luck, good)
        file = folder / "game.jsonl"
        file.write_bytes(data)
        for words in (["replay", file], ["play", "--resume", file, "--agent", "scripted"]):
            failed, _ = run([programs.program, *words], b"board\nquit\nquit\n")
            if failed:
                failures.append(f"{words[0]} of {data[:2000]!r}: {failed}")
    return failures


def flags(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """Flags of every command with values that may not fit them."""
    commands = ["eval", "series", "hint", "play", "analyze", "calibrate", "cards", "table", "replay", "fuzz"]
    known: dict[str, list[str]] = {}
    for command in commands:
        help_text = run([programs.program, command, "--help"])[1].stdout.decode()
        words = {word.strip("[],.:;`'\"") for word in help_text.split()}
        known[command] = sorted(
            w
            for w in words
            if w.startswith("--") and len(w) > 3 and w not in ("--readme", "--ms", "--strength", "--bench")
        )
    failures: Failures = []
    for _ in range(cases):
        command = luck.choice(commands)
        words: list[str | Path] = [command]
        # The first of these keep a command that is taken from working for long; what follows may replace them.
        words += {
            "eval": ["--games", "1", "--agents", "random"],
            "series": ["--games", "1"],
            "hint": [str(luck.choice(TABLES)), "--playouts", "2"],
            "play": ["--playouts", "2"],
            "calibrate": [luck.choice(["random", "net", "scripted"]), "--games", "1"],
            "table": [luck.choice(["new", "show", "check", "fly"])],
            "replay": [str(TABLES[0])],
            "fuzz": ["--steps", "100"],
        }.get(command, [])
        for _ in range(luck.choice([1, 1, 2, 3])):
            flag = luck.choice(known[command])
            if flag in ("--games", "--steps", "--playouts"):
                continue
            value = luck.choice(FLAG_VALUES)
            words += [flag] + ([value] if luck.random() < 0.8 else [])
        # What a flag makes it write goes into the folder of the attack.
        failed, _ = run([programs.program, *words], b"help\nquit\nquit\n", folder=programs.folder)
        if failed:
            failures.append(f"{' '.join(map(str, words))}: {failed}")
    return failures


def surroundings(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """Files without end, standard outputs that are full, variables that make no sense."""
    folder = files_of(programs, "odd")
    os.mkfifo(folder / "pipe")
    with open(folder / "sparse", "wb") as file:
        file.truncate(5 << 30)
    (folder / "empty").touch()
    endless = ["/dev/zero", folder / "pipe", folder / "sparse", folder / "empty", folder]
    failures: Failures = []
    readers = [["play", "--resume"], ["play", "--table"], ["replay"], ["hint"], ["table", "check"], ["table", "show"]]
    readers += [["eval", "--agents", "random", "--games", "1", "--readme"], ["cards", "--cards"]]
    readers = readers[: max(2, cases)] if cases < len(readers) else readers
    attacks: list[tuple[list[str | Path], dict[str, str]]] = [
        ([*words, file], {}) for words in readers for file in endless
    ]
    attacks += [(["hint", TABLES[0], "--raw", "--agent", f"net:{file}"], {}) for file in endless]
    eval_words: list[str | Path] = ["eval", "--agents", "random", "--games", "2"]
    for name in ("RAYON_NUM_THREADS", "RUST_MIN_STACK", "COLUMNS", "TERM", "LANG"):
        attacks += [(eval_words, {name: value}) for value in ("100000", "99999999999999999", "-1", "x", "")]
    for words, variables in attacks:
        failed, done = run([programs.program, *words], b"", variables)
        if not failed and words != eval_words and done.returncode == 0:
            failed = "taken for a good file"
        if failed:
            failures.append(f"{' '.join(map(str, words))} {variables}: {failed}")
    with open("/dev/full", "wb") as full:
        for words in (["cards"], eval_words, ["hint", TABLES[0], "--raw"], ["table", "show", TABLES[0]]):
            done = subprocess.run(
                [programs.program, *words],
                stdin=subprocess.DEVNULL,
                stdout=full,
                stderr=subprocess.PIPE,
                timeout=SECONDS,
                cwd=ROOT,
            )
            failed = judge(subprocess.CompletedProcess(done.args, done.returncode, b"", done.stderr))
            if failed or done.returncode == 0:
                failures.append(f"{' '.join(map(str, words))} > /dev/full: {failed or 'success'}")
    return failures


QUICK = ROOT / "configs/train/quick.toml"

TINY = {
    "run.total_steps": 2048,
    "run.envs": 16,
    "run.threads": 1,
    "net.width": 32,
    "net.blocks": 1,
    "net.entities": 0,
    "ppo.steps": 32,
    "ppo.minibatch": 512,
    "warm.samples": 0,
    "ppo.shaping": 1.0,
    "eval.every_steps": 1024,
    "eval.games": 1,
}
"""What makes a run take a moment."""


def settings(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """Settings of the trainer are refused or taken; a network larger than the memory is refused by name."""
    text = QUICK.read_text()
    keys, section = [], ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
        elif "=" in line and not line.startswith("#"):
            keys.append(f"{section}.{line.partition('=')[0].strip()}".lstrip("."))
    failures: Failures = []
    for _ in range(cases):
        words: list[str | Path] = [
            programs.trainer or "",
            "--config",
            QUICK,
            "--run",
            programs.folder / "settings",
            "--which-backend",
        ]
        for _ in range(luck.choice([1, 1, 2])):
            value = luck.choice(
                [
                    json.dumps(luck.choice(NUMBERS)),
                    luck.choice(WORDS[:30]),
                    luck.choice(["nan", "inf", "[]", "{}", "'x'", "4096"]),
                ]
            )
            words += ["--set", f"{luck.choice(keys)}={value}".replace("\x00", "")]
        failed, _ = run(words)
        if failed:
            failures.append(f"{' '.join(map(str, words[5:]))}: {failed}")
    words = [programs.trainer or "", "--config", QUICK, "--run", programs.folder / "large"]
    failed, done = run([*words, "--set", "net.width=4096", "--set", "net.blocks=64"])
    if failed or done.returncode == 0 or b"net.width" not in done.stderr:
        failures.append(f"a network larger than the memory: {failed or done.stderr[-300:]!r}")
    return failures


def runs(programs: Programs, luck: random.Random, cases: int) -> Failures:
    """A damaged run is refused, or goes on; what it leaves can be played."""
    trainer = programs.trainer or Path()
    good = files_of(programs, "run") / "good"
    tiny = [word for key, value in TINY.items() for word in ("--set", f"{key}={value}")]
    failed, done = run([trainer, "--config", QUICK, "--run", good, *tiny])
    if failed or done.returncode != 0:
        return [f"the run that is to be damaged: {failed or done.stderr[-600:]!r}"]
    names = sorted(file.relative_to(good) for file in good.rglob("*") if file.is_file() and "tfevents" not in file.name)
    failures: Failures = []
    for _ in range(cases):
        bad = files_of(programs, "damaged")
        shutil.rmtree(bad)
        shutil.copytree(good, bad)
        name = luck.choice(names)
        data = (bad / name).read_bytes()
        (bad / name).write_bytes(damaged(luck, data))
        if luck.random() < 0.2:
            (bad / luck.choice(names)).unlink()
        failed, done = run([trainer, "--resume", bad, "--set", "run.total_steps=3072"])
        best = bad / "best.safetensors"
        if not failed and done.returncode == 0 and best.is_file():
            failed, played = run([programs.program, "hint", TABLES[0], "--raw", "--agent", f"net:{best}"])
            if not failed and played.returncode != 0:
                failed = f"its best network cannot be played: {played.stderr.decode()[:300]}"
        if failed:
            failures.append(f"run with a damaged {name}: {failed}")
    return failures


ATTACKS: dict[str, tuple[int, Callable[[Programs, random.Random, int], Failures]]] = {
    "tables": (6000, tables),
    "protocol": (3000, protocol),
    "cards": (600, cards),
    "checkpoints": (200, checkpoints),
    "saves": (200, saves),
    "flags": (600, flags),
    "surroundings": (20, surroundings),
    "settings": (300, settings),
    "runs": (60, runs),
}
"""How many cases each has unless told, and what does it."""

TRAINER = ("settings", "runs")
"""Attacks on the trainer."""


def attack(programs: Programs, names: list[str], seed: int, cases: int | None, share: float = 1.0) -> Failures:
    """Runs attacks and tells of each."""
    failures: Failures = []
    for name in names:
        usual, work = ATTACKS[name]
        many = cases or max(1, int(usual * share))
        start = time.monotonic()
        found = work(programs, random.Random(f"{seed} {name}"), many)
        failures += [f"{name}, seed {seed}: {what}" for what in found]
        print(f"{name:12} {many:6} cases {time.monotonic() - start:6.0f} s  {len(found)} gave way", flush=True)
    return failures


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(ATTACKS), help="attacks, separated by commas")
    parser.add_argument("--cases", type=int, help="cases of each attack")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/reckoners")
    parser.add_argument("--trainer", type=Path, default=ROOT / "target/release/reckoners-train")
    options = parser.parse_args()
    names = options.only.split(",")
    if unknown := [name for name in names if name not in ATTACKS]:
        parser.error(f"no attack {unknown[0]!r}; one of: {', '.join(ATTACKS)}")
    wanted = [options.program] + [options.trainer] * any(name in TRAINER for name in names)
    for program in wanted:
        if not program.is_file():
            parser.error(
                f"{program} is not there: build it first (see --help), or name another with --program and --trainer"
            )
    with tempfile.TemporaryDirectory(prefix="reckoners-attack-") as folder:
        failures = attack(
            Programs(options.program.resolve(), options.trainer.resolve(), Path(folder)),
            names,
            options.seed,
            options.cases,
        )
        for failure in failures[:50]:
            print(f"  {failure[:3000]}")
        print(f"{len(failures)} gave way")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
