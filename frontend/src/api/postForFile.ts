// Downloads a file whose request has a body: a private link's token stands in no address.
import { sendForResponse } from "./request";
import type { Body, PathOf } from "./wire";

type FilePath = Extract<PathOf<"post">, `${string}/files`>;

/** The file with the name that the server gave it. */
export async function postForFile<P extends FilePath>(
  path: P,
  body: Body<P, "post">,
): Promise<File> {
  const response = await sendForResponse(path, body);
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("Content-Disposition") ?? "");
  return new File([await response.blob()], decodeURIComponent(name?.[1] ?? "report.pdf"));
}
