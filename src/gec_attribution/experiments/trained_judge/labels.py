"""What readers see of what a judge knows."""

KNOWS = {
    "phi": "φ",
    "type": "Judge: error type",
    "edit": "Judge: type and edit",
    "attributions": "Judge: attributions",
    "all": "Judge: all",
    "people": "People",
}
