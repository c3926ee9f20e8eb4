"""What people decided about the hours over of retainers."""
