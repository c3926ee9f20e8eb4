"""Recognition: core values that users award to employees."""
