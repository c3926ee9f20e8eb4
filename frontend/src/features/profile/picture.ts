// Makes a small square of any picture, in the browser: what is sent is 256 × 256 pixels, and nothing else of the file.

export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"];
const SIDE = 256;
const QUALITY = 0.9;

export type Crop = { left: number; top: number; side: number };

/** The largest square in the middle. */
export function middleOf({ width, height }: { width: number; height: number }): Crop {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side };
}

/** The picture as the API takes it, base64; null when the file is none that can be read. */
export async function squarePicture(file: File): Promise<string | null> {
  if (!PICTURE_TYPES.includes(file.type)) return null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  const drawing = document.createElement("canvas").getContext("2d");
  if (bitmap === null || drawing === null) return null;
  const { left, top, side } = middleOf(bitmap);
  drawing.canvas.width = SIDE;
  drawing.canvas.height = SIDE;
  // JPEG knows no transparency; without this, what shines through would turn black.
  drawing.fillStyle = "#ffffff";
  drawing.fillRect(0, 0, SIDE, SIDE);
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE);
  bitmap.close();
  return drawing.canvas.toDataURL("image/jpeg", QUALITY).split(",")[1] ?? null;
}
