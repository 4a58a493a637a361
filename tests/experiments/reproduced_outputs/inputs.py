"""What the experiment is computed from in `test_every_compute`, beyond `small_study`."""


def further(_study, _folder):
    return {"options": {"pairs": {"one": "two"}}}
