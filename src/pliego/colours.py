"""What makes a colour readable: contrast on white, lightness, the nearest darker one, tints.

Contrast is that of WCAG 2.2 (relative luminance, success criterion 1.4.3), lightness that of CIE 1976 L*a*b* for the
white point of sRGB.
"""

from colorsys import hls_to_rgb, rgb_to_hls
from typing import Final

LEAST_CONTRAST: Final = 4.5
MOST_LIGHTNESS: Final = 45.0
DEFAULT_ACCENT: Final = "#0b4a5e"

_STEPS: Final = 1000
_EPSILON: Final = 216 / 24389
_KAPPA: Final = 24389 / 27


def contrast_on_white(colour: str) -> float:
    """Return the contrast ratio of a colour such as `#0b4a5e` against white, from 1 to 21."""
    return 1.05 / (_luminance(colour) + 0.05)


def lightness(colour: str) -> float:
    """Return L* of a colour, from 0 (black) to 100 (white)."""
    y = _luminance(colour)
    return _KAPPA * y if y <= _EPSILON else 116 * y ** (1 / 3) - 16


def is_readable(colour: str) -> bool:
    """Say whether a colour can stand for text and for the darkest tone of a chart on white paper."""
    return contrast_on_white(colour) >= LEAST_CONTRAST and lightness(colour) <= MOST_LIGHTNESS


def nearest_readable(colour: str) -> str:
    """Return the colour of the same hue and saturation, made darker until it is readable."""
    if is_readable(colour):
        return colour.lower()
    hue, light, saturation = rgb_to_hls(*_parts(colour))
    for step in range(_STEPS, -1, -1):
        darker = _hex(hls_to_rgb(hue, light * step / _STEPS, saturation))
        if is_readable(darker):
            return darker
    return "#000000"


def tint(colour: str, share: float) -> str:
    """Return `share` of a colour mixed with white."""
    red, green, blue = (share * part + 1 - share for part in _parts(colour))
    return _hex((red, green, blue))


def _luminance(colour: str) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _hex(parts: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
