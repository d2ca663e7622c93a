"""What deploy/ says holds together: it is of the right form, what it names is there, what it runs is a
command of ours, and no password stands in it."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from pincite.settings import Settings
from pincite.surfaces.cli import app as cli
from pincite.surfaces.http.app import create_app

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
APPLIED_BY_HAND = {"kustomization.yaml", "secrets.example.yaml", "index-job.yaml"}
KUBERNETES = "1.30"
Yaml = dict[str, Any]


def compose() -> Yaml:
    """With the defaults of its variables, and its anchors followed."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(re.sub(r"(?<!\$)\$\{\w+:-([^}]*)\}", r"\1", text))


def manifests() -> list[Yaml]:
    found = [one for path in MANIFESTS for one in yaml.safe_load_all(path.read_text("utf-8"))]
    return [one for one in found if one["kind"] != "Kustomization"]


def of_kind(*kinds: str) -> list[Yaml]:
    return [one for one in manifests() if one["kind"] in kinds]


def pods() -> list[tuple[Yaml, Yaml]]:
    """Each thing that starts pods, with the pod it starts."""
    return [(one, one["spec"]["template"]["spec"]) for one in of_kind("StatefulSet", "Job")]


def containers() -> Iterator[Yaml]:
    for _, pod in pods():
        yield from pod["containers"]


def instructions(name: str) -> list[str]:
    """What the Containerfile gives to an instruction, its lines joined."""
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    return [line.split(None, 1)[1] for line in text.splitlines() if line.startswith(f"{name} ")]


def locked(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", path.read_text("utf-8"), re.MULTILINE))


def commands() -> list[list[str]]:
    """Every command line of ours that the files hold."""
    services = [
        one for one in compose()["services"].values() if one["image"].startswith("pincite:")
    ]
    script = (DEPLOY / "entrypoint.sh").read_text("utf-8").replace("\\\n", " ")
    script = re.sub(r"\$\{\w+:\+(--\w+) [^}]*\}", r"\1 milvus://milvus:19530?name=law", script)
    page = (DEPLOY / "README.md").read_text("utf-8")
    return [
        *(one["command"] for one in services),
        *(one["args"] for one in containers() if one["image"].startswith("pincite:")),
        json.loads(instructions("CMD")[-1]),
        *(shlex.split(one)[:-1] for one in re.findall(r"^  pincite (.+)$", script, re.MULTILINE)),
        *(shlex.split(one) for one in re.findall(r"run --rm .*?tool ([^\n`#]+)", page)),
        *(
            shlex.split(one)
            for one in re.findall(r"^ .*json pincite ([^\n`#]+)", page, re.MULTILINE)
        ),
    ]


def test_the_compose_file_is_of_the_specification() -> None:
    spec = pytest.importorskip("compose_spec", reason="compose-spec is not installed")
    told = spec.PyCompose.from_yaml(yaml.safe_dump(compose()))
    assert set(told.service_names()) == set(compose()["services"])


def test_every_manifest_is_of_the_schema_of_its_kind() -> None:
    schemas = pytest.importorskip(
        "kubernetes_validate", reason="kubernetes-validate is not installed"
    )
    for one in manifests():
        schemas.validate(one, KUBERNETES, strict=True)


def test_every_command_line_is_one_that_pincite_takes() -> None:
    found = commands()
    assert {"serve", "index", "init", "ingest", "key"} <= {word for one in found for word in one}
    for words in found:
        command: Any = typer.main.get_command(cli.app)
        context: Any = None
        left = cli.hoisted(words)
        while True:
            context = command.make_context(command.name, left, parent=context)
            left = [*context._protected_args, *context.args]
            if not left:
                break
            command = command.get_command(context, left.pop(0))
            assert command is not None, words


def test_every_image_has_a_tag() -> None:
    images = [one["image"] for one in compose()["services"].values()]
    images += [one["image"] for one in containers()]
    images += [re.sub(r"^BASE=", "", one) for one in instructions("ARG")]
    assert [one for one in images if not re.fullmatch(r"[\w./-]+:[\w.-]+", one)] == []
    assert [one for one in images if one.endswith(":latest")] == []


def test_compose_defines_what_it_names() -> None:
    told = compose()
    for name, service in told["services"].items():
        for kind in ("secrets", "networks"):
            assert set(service.get(kind, ())) <= set(told[kind]), name
        assert {one["source"] for one in service.get("configs", ())} <= set(told["configs"])
        mounted = {one.split(":")[0] for one in service.get("volumes", ())}
        assert {one for one in mounted if not one.startswith(".")} <= set(told["volumes"]), name
        for other, how in service.get("depends_on", {}).items():
            awaited = told["services"][other]
            if how["condition"] == "service_healthy":
                assert awaited["healthcheck"]["test"], (name, other)
            elif how["condition"] == "service_completed_successfully":
                assert "restart" not in awaited, (name, other)
    assert (DEPLOY / told["configs"]["caddyfile"]["file"]).is_file()


def test_only_the_proxy_is_published_and_on_loopback() -> None:
    told = compose()
    published = {name: one["ports"] for name, one in told["services"].items() if "ports" in one}
    assert published == {"proxy": ["127.0.0.1:8080:8080"]}
    assert told["networks"]["inside"]["internal"] is True
    outside = {name for name, one in told["services"].items() if "outside" in one["networks"]}
    assert outside == {"proxy"}


def test_the_proxy_asks_the_port_that_is_served() -> None:
    served = compose()["services"]["api"]["command"]
    told = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert re.findall(r"name (\w+)\s+port (\d+)", told) == [("api", served[-1])]
    assert ":8080 {" in told


def test_no_password_stands_in_a_file() -> None:
    given = [
        (name, str(value))
        for one in compose()["services"].values()
        for name, value in one.get("environment", {}).items()
    ] + [(env["name"], env.get("value", "")) for one in containers() for env in one.get("env", ())]
    secret = [(name, value) for name, value in given if re.search("PASSWORD|SECRET|TOKEN", name)]
    assert secret
    assert [name for name, value in secret if value and not name.endswith("_FILE")] == []
    assert [value for _, value in given if re.search(r"//[^/@]+:[^/@]+@", value)] == []
    for one in of_kind("Secret"):
        assert set(one["stringData"].values()) == {"REPLACE"}
    assert "secrets/" in (DEPLOY / ".gitignore").read_text("utf-8").split()


def test_every_setting_is_one_that_pincite_has() -> None:
    given = {
        name for one in compose()["services"].values() for name in one.get("environment", {})
    } | {env["name"] for one in containers() for env in one["env"]}
    given |= set(re.findall(r"(\w+)=", instructions("ENV")[-1]))
    settings = {name for name in given if name.startswith("PINCITE_")}
    assert {"PINCITE_KEYS", "PINCITE_MATTERS"} <= settings
    assert settings <= {f"PINCITE_{name.upper()}" for name in Settings.model_fields}
    script = (DEPLOY / "entrypoint.sh").read_text("utf-8")
    ours = {name for name in given if name.startswith(("LIBRARY_", "DATABASE_"))}
    assert ours == set(re.findall(r"^#   (\w+) ", script, re.MULTILINE))


def test_every_password_file_is_one_that_is_mounted() -> None:
    for one in compose()["services"].values():
        files = [v for k, v in one.get("environment", {}).items() if k.endswith("_FILE")]
        assert files == [f"/run/secrets/{name}" for name in one.get("secrets", ()) if files]
    for _, pod in pods():
        for one in pod["containers"]:
            mounts = {each["name"]: each["mountPath"] for each in one["volumeMounts"]}
            there = {
                f"{mounts[volume['name']]}/{item['path']}"
                for volume in pod.get("volumes", ())
                for item in volume.get("secret", {}).get("items", ())
            }
            asked = [env["value"] for env in one["env"] if env["name"].endswith("_FILE")]
            assert set(asked) <= there, one["name"]


def test_the_kustomization_lists_every_manifest() -> None:
    told = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text("utf-8"))
    there = {path.name for path in MANIFESTS}
    assert there >= APPLIED_BY_HAND
    assert set(told["resources"]) == there - APPLIED_BY_HAND


def test_manifests_define_what_they_name() -> None:
    services = {one["metadata"]["name"]: one for one in of_kind("Service")}
    secrets = {one["metadata"]["name"]: set(one["stringData"]) for one in of_kind("Secret")}
    claims = {one["metadata"]["name"] for one in of_kind("PersistentVolumeClaim")}
    sets = {one["metadata"]["name"]: one for one in of_kind("StatefulSet")}
    labels = [one["spec"]["template"]["metadata"]["labels"] for one, _ in pods()]
    for owner, pod in pods():
        claimed = {one["metadata"]["name"] for one in owner["spec"].get("volumeClaimTemplates", ())}
        volumes = {one["name"]: one for one in pod.get("volumes", ())}
        for one in volumes.values():
            if "secret" in one:
                items = {item["key"] for item in one["secret"].get("items", ())}
                assert items <= secrets[one["secret"]["secretName"]]
            if "persistentVolumeClaim" in one:
                assert one["persistentVolumeClaim"]["claimName"] in claims
        for one in pod["containers"]:
            assert {mount["name"] for mount in one["volumeMounts"]} <= claimed | set(volumes)
            for env in one["env"]:
                if "valueFrom" in env:
                    key = env["valueFrom"]["secretKeyRef"]
                    assert key["key"] in secrets[key["name"]]
                for host in re.findall(r"(?:@|//|^)([a-z]+)(?::\d+|/)", env.get("value", "")):
                    assert host in services, env
        # Links of services would be read as settings (PINCITE_…, MINIO_…).
        assert pod["enableServiceLinks"] is False
    for one in services.values():
        assert any(one["spec"]["selector"].items() <= label.items() for label in labels), one
    for one in of_kind("HorizontalPodAutoscaler"):
        assert one["spec"]["scaleTargetRef"]["name"] in sets
    for one in of_kind("Ingress"):
        for path in one["spec"]["rules"][0]["http"]["paths"]:
            backend = path["backend"]["service"]
            ports = {port["name"] for port in services[backend["name"]]["spec"]["ports"]}
            assert backend["port"]["name"] in ports


def test_probes_ask_a_port_and_a_route_that_are_there() -> None:
    # The framework keeps included routes in folders; the description has them all.
    routes = set(create_app().openapi()["paths"])
    for one in containers():
        ports = {port["name"] for port in one.get("ports", ())}
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            asked = one.get(probe, {}).get("httpGet")
            if asked is None:
                continue
            assert asked["port"] in ports, one["name"]
            assert asked["path"] in routes or not one["image"].startswith("pincite:")
    (health,) = instructions("HEALTHCHECK")
    (asked,) = re.findall(r"http://127\.0\.0\.1:(\d+)(/\w+)", health)
    assert asked == (instructions("EXPOSE")[0], "/health")
    assert "/health" in routes


def test_the_image_is_made_of_what_is_there_and_not_left_out() -> None:
    kept = (ROOT / ".dockerignore").read_text("utf-8").split("\n")
    kept = [one[1:] for one in kept if one.startswith("!")]
    copied = [
        source
        for one in instructions("COPY")
        if "--from" not in one
        for source in [word for word in one.split() if not word.startswith("--")][:-1]
    ]
    assert {"src", "pyproject.toml", "deploy/entrypoint.sh"} <= set(copied)
    for source in copied:
        assert (ROOT / source).exists(), source
        assert any(fnmatch(source, one) for one in kept), source
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert f'image.version="{project["version"]}"' in instructions("LABEL")[0]
    assert instructions("USER") == ["10001:10001"]


def test_what_the_image_installs_is_what_was_tested() -> None:
    tested = locked(ROOT / "requirements.lock")
    installed = locked(DEPLOY / "requirements.lock")
    assert installed.items() <= tested.items()
    assert locked(DEPLOY / "build.lock").items() <= tested.items()
    assert {"psycopg", "pymilvus", "fastapi", "faiss-cpu"} <= set(installed)
    assert not {"pytest", "ruff", "hatchling", "ray", "playwright"} & set(installed)
