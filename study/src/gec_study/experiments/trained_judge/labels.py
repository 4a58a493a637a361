"""What readers see of what a judge knows."""

KNOWS = {
    "phi": "φ",
    "type": "Judge: error type",
    "edit": "Judge: type and edit",
    "states": "Judge: encoder states",
    "attributions": "Judge: attributions",
    "all": "Judge: all",
    "people": "People",
}
