"""Tables of observations, actions and printed things."""

import reckoners


def test_features_say_what_every_number_of_a_card_stands_for() -> None:
    boxes = reckoners.features()
    assert set(boxes) == {"equipment", "faces", "dice", "reckoners", "epics", "aids"}
    for kind in boxes.values():
        assert kind.values.shape[1] == len(kind.names)
        assert kind.values.min() >= 0.0
        assert kind.values.max() <= 1.0
        for start in kind.runs:
            assert start + len(kind.values) <= reckoners.LAYOUT.length
    market = reckoners.LAYOUT.field("market", "cards")
    assert market.start in boxes["equipment"].runs
    assert "Buy" in boxes["equipment"].blocks
