// Tests file sizes in both languages, on both sides of each unit.
import { expect, it } from "vitest";
import { formatSize } from "./fileSizes";

it.each([
  [0, "0 bytes", "0 octets"],
  [1023, "1,023 bytes", "1 023 octets"],
  [1024, "1 KB", "1 Ko"],
  [1536, "1.5 KB", "1,5 Ko"],
  [48_200, "47 KB", "47 Ko"],
  [2_516_582, "2.4 MB", "2,4 Mo"],
  [26_214_400, "25 MB", "25 Mo"],
  [1_610_612_736, "1.5 GB", "1,5 Go"],
  [2_199_023_255_552, "2,048 GB", "2 048 Go"],
])("%i bytes are %s, or %s", (bytes, english, french) => {
  const plain = (locale: string) => formatSize(bytes, locale).replace(/[\u00a0\u202f]/gu, " ");
  expect(plain("en-us")).toBe(english);
  expect(plain("fr-ca")).toBe(french);
});
