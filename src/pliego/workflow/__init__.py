"""One function a command: reads the named inputs, composes the arrows, hands values to render."""
