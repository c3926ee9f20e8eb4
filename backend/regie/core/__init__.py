"""The ground floor: what every room stands on; it knows nothing of the business."""
