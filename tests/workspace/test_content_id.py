from __future__ import annotations

import pygit2
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.workspace.content_id import blob_id


@settings(deadline=None, max_examples=50)
@given(st.binary(max_size=200))
def test_it_is_git_s_own_id(data: bytes) -> None:
    assert blob_id(data) == str(pygit2.hash(data))
