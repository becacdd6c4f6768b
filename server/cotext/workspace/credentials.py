"""Files that hold secrets by their very name: never indexed, searched or sent, not even when git tracks them."""

from __future__ import annotations

import re

__all__ = ["is_credential", "is_credential_directory"]

DIRECTORIES = frozenset({".ssh", ".gnupg", ".password-store", ".aws-sam-credentials", ".azure", ".gcloud"})

# Environment files are secrets; their templates are made to be shared, and say so in their last suffix.
TEMPLATE = re.compile(
    r"\.?env(?:rc)?(?:[._-].*)?[._-](?:example|sample|template|tmpl|tpl|dist|defaults|schema)", re.IGNORECASE
)

NAMES = re.compile(
    r"""
      \.env | \.env[._-].* | \.envrc | .+\.env | \.dev\.vars(\..*)?
    | id_(rsa|dsa|ecdsa|ed25519)(_sk)?(\..*)?(?<!\.pub) | ssh_host_.*_key | .*\.ppk
    | .*\.(pem|key|p8|p12|pfx|pkcs12|jks|jceks|bks|keystore|keychain|keychain-db|kdb|kdbx|gpg|pgp|ovpn|mobileprovision)
    | (secring|pubring|trustdb)\..* | wallet\.dat
    | [._]netrc | \.npmrc | \.pypirc | \.yarnrc\.auth | \.git-credentials | \.gitcookies | \.dockercfg | \.docker-auth.*
    | \.htpasswd | \.pgpass | pgpass\.conf | \.my\.cnf | \.mylogin\.cnf | \.s3cfg | \.boto | \.passwd-s3fs
    | \.smbcredentials
    | \.terraformrc | terraform\.rc | .*\.tfstate(\.backup)? | .*\.tfvars(\.json)?
    | \.vault[-_]token | \.vault[-_]?pass(word)?(\..*)? | vault[-_]pass(word)?(\..*)?
    | \.?secrets?\.(ya?ml|json|toml|ini|properties|txt|env|enc) | \.secrets? | .+\.secrets?\.(ya?ml|json|toml)
    | (key|keystore|signing)\.properties | local\.settings\.json | \.sentryclirc | rclone\.conf
    | credentials\.(json|ya?ml|toml|ini|csv|xml) | client_secrets?.*\.json | application_default_credentials\.json
    | (.*[-_.])?service[-_]?account([-_.].*)?\.json | kubeconfig(\..*)? | .*\.kubeconfig
    | \.(bash|zsh|sh|python|psql|mysql|node_repl|rediscli|sqlite|irb)_history
    """,
    re.VERBOSE | re.IGNORECASE,
)

PATHS = re.compile(
    r"""(?:^|.*/)(?:
      \.aws/(credentials|config) | \.kube/config | \.docker/config\.json | \.cargo/credentials(\.toml)?
    | \.gem/credentials
    | \.bundle/config | \.config/(gcloud/.* | gh/hosts\.yml | hub | rclone/.* | op/.*) | \.m2/settings(-security)?\.xml
    | \.gradle/gradle\.properties | \.composer/auth\.json | \.nuget/nuget\.config | \.subversion/auth/.*
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def is_credential(path: str) -> bool:
    """Whether a file's path says that it holds secrets.

    `.env.example` and its like (`.sample`, `.template`, `.dist`...) are templates without secrets, and are not meant;
    neither are public keys (`id_rsa.pub`).

    Args:
        path: POSIX path; with the workspace folder's own last names before it, where a rule names a parent
            (`.aws/credentials`).
    """
    name = path.rpartition("/")[2]
    if NAMES.fullmatch(name):
        return TEMPLATE.fullmatch(name) is None
    return PATHS.fullmatch(path) is not None


def is_credential_directory(name: str) -> bool:
    """Whether everything in a folder of this name is secret (`.ssh`, `.gnupg`...)."""
    return name.lower() in DIRECTORIES
