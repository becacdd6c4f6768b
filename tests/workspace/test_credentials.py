from __future__ import annotations

import pytest

from cotext.workspace.credentials import is_credential, is_credential_directory


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        ".env.local",
        "a/.env.production",
        ".ENV",
        "prod.env",
        ".envrc",
        ".env_backup",
        ".env-old",
        ".env.example.local",
        "id_rsa",
        "a/id_ed25519",
        "id_rsa.bak",
        "server.pem",
        "tls.KEY",
        "store.jks",
        "a.keystore",
        "b.p12",
        "c.pfx",
        ".netrc",
        "_netrc",
        ".npmrc",
        ".pypirc",
        ".aws/credentials",
        "home/.aws/config",
        ".kube/config",
        ".docker/config.json",
        ".git-credentials",
        ".htpasswd",
        ".pgpass",
        "terraform.tfstate",
        "terraform.tfstate.backup",
        "prod.tfvars",
        "secrets.yml",
        "config/secrets.json",
        ".secrets",
        "master.key",
        "key.properties",
        "service-account.json",
        "my-service-account-prod.json",
        "client_secret_123.json",
        ".bash_history",
        "vault.kdbx",
        ".cargo/credentials.toml",
        "credentials.json",
        "local.settings.json",
        ".config/gh/hosts.yml",
    ],
)
def test_secrets(path: str) -> None:
    assert is_credential(path)


@pytest.mark.parametrize(
    "path",
    [
        ".env.example",
        "a/.env.sample",
        ".env.template",
        ".env.local.example",
        ".env.dist",
        "id_rsa.pub",
        "env.py",
        "environment.ts",
        ".environment",
        "src/secrets.py",
        "credentials.py",
        "key.py",
        "keys.ts",
        "monkey.rs",
        "tokens.json",
        ".aws/readme.md",
        "config.json",
        "npmrc.md",
        "dotenv.js",
        "package.json",
        ".envoy.yaml",
        "secrets/README.md",
        "credentials/mod.rs",
    ],
)
def test_what_is_none(path: str) -> None:
    assert not is_credential(path)


def test_folders() -> None:
    assert is_credential_directory(".ssh")
    assert is_credential_directory(".GNUPG")
    assert not is_credential_directory("ssh")
