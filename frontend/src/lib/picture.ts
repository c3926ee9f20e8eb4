// Redraws pictures in the browser, so that no metadata of the files is sent.

export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp"];
const AVATAR_SIDE = 256;
const QUALITY = 0.9;
const MAX_LOGO_WIDTH = 480;
const MAX_LOGO_HEIGHT = 160;

export type Size = { width: number; height: number };
export type Crop = { left: number; top: number; side: number };

/** The largest square in the middle of a picture. */
export function centerSquare({ width, height }: Size): Crop {
  const side = Math.min(width, height);
  return { left: (width - side) / 2, top: (height - side) / 2, side };
}

/** The same shape within the maximum size of a logo; a small logo does not grow. */
export function fitLogoSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_LOGO_WIDTH / width, MAX_LOGO_HEIGHT / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

type Draw = (canvas2d: CanvasRenderingContext2D, bitmap: ImageBitmap) => void;

/** Returns the redrawn picture as base64, or null when the browser cannot read the file. */
async function redraw(file: File, draw: Draw, encoding: [type: string, quality?: number]) {
  if (!PICTURE_TYPES.includes(file.type)) return null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  const canvas2d = document.createElement("canvas").getContext("2d");
  if (bitmap === null || canvas2d === null) return null;
  draw(canvas2d, bitmap);
  bitmap.close();
  return canvas2d.canvas.toDataURL(...encoding).split(",")[1] ?? null;
}

/** A file to send, and the same picture as the source of an image. */
export type Picture = { file: File; preview: string };

/** Redraws a picture at its own size; null when the browser cannot read the file. */
export async function withoutMetadata(file: File): Promise<Picture | null> {
  const draw: Draw = (canvas2d, bitmap) => {
    canvas2d.canvas.width = bitmap.width;
    canvas2d.canvas.height = bitmap.height;
    canvas2d.drawImage(bitmap, 0, 0);
  };
  const [type, name] =
    file.type === "image/jpeg" ? ["image/jpeg", "picture.jpg"] : ["image/png", "picture.png"];
  const base64 = await redraw(file, draw, [type, QUALITY]);
  if (base64 === null) return null;
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  return { file: new File([bytes], name, { type }), preview: `data:${type};base64,${base64}` };
}

/** Crops a picture to its middle square, as an avatar. */
export function cropToSquare(file: File): Promise<string | null> {
  const draw: Draw = (canvas2d, bitmap) => {
    const { left, top, side } = centerSquare(bitmap);
    canvas2d.canvas.width = AVATAR_SIDE;
    canvas2d.canvas.height = AVATAR_SIDE;
    // JPEG has no transparency: without a background, transparent pixels would be black.
    canvas2d.fillStyle = "#ffffff";
    canvas2d.fillRect(0, 0, AVATAR_SIDE, AVATAR_SIDE);
    canvas2d.imageSmoothingQuality = "high";
    canvas2d.drawImage(bitmap, left, top, side, side, 0, 0, AVATAR_SIDE, AVATAR_SIDE);
  };
  return redraw(file, draw, ["image/jpeg", QUALITY]);
}

/** Resizes a logo to the maximum size, with its shape and transparency. */
export function resizeLogo(file: File): Promise<string | null> {
  const draw: Draw = (canvas2d, bitmap) => {
    const { width, height } = fitLogoSize(bitmap);
    canvas2d.canvas.width = width;
    canvas2d.canvas.height = height;
    canvas2d.imageSmoothingQuality = "high";
    canvas2d.drawImage(bitmap, 0, 0, width, height);
  };
  return redraw(file, draw, ["image/png"]);
}
