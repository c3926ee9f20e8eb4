// Makes a small picture of any, in the browser: what is sent is drawn anew, and nothing else of the file leaves.

export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"];
const SIDE = 256;
const QUALITY = 0.9;
const WIDEST = 480;
const HIGHEST = 160;

export type Size = { width: number; height: number };
export type Crop = { left: number; top: number; side: number };

/** The largest square in the middle. */
export function middleOf({ width, height }: Size): Crop {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side };
}

/** The same shape, small enough for a corner of the screen; what is small already stays as it is. */
export function fittedSize({ width, height }: Size): Size {
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

type Draw = (drawing: CanvasRenderingContext2D, bitmap: ImageBitmap) => void;

/** What was drawn, as the API takes it, base64; null when the file is none that can be read. */
async function redraw(file: File, draw: Draw, as: [type: string, quality?: number]) {
  if (!PICTURE_TYPES.includes(file.type)) return null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  const drawing = document.createElement("canvas").getContext("2d");
  if (bitmap === null || drawing === null) return null;
  draw(drawing, bitmap);
  bitmap.close();
  return drawing.canvas.toDataURL(...as).split(",")[1] ?? null;
}

/** The middle of a picture of somebody. */
export function squarePicture(file: File): Promise<string | null> {
  const draw: Draw = (drawing, bitmap) => {
    const { left, top, side } = middleOf(bitmap);
    drawing.canvas.width = SIDE;
    drawing.canvas.height = SIDE;
    // JPEG knows no transparency; without this, what shines through would turn black.
    drawing.fillStyle = "#ffffff";
    drawing.fillRect(0, 0, SIDE, SIDE);
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE);
  };
  return redraw(file, draw, ["image/jpeg", QUALITY]);
}

/** A logo, whole, in its own shape and as transparent as it was. */
export function fittedPicture(file: File): Promise<string | null> {
  const draw: Draw = (drawing, bitmap) => {
    const { width, height } = fittedSize(bitmap);
    drawing.canvas.width = width;
    drawing.canvas.height = height;
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(bitmap, 0, 0, width, height);
  };
  return redraw(file, draw, ["image/png"]);
}
