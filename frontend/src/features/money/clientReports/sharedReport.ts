// The report behind a private link: its token stands after the # of the address, which no server logs.
import { queryOptions } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { api } from "../../../api/client";
import { postForFile } from "../../../api/postForFile";
import type { SharedReport } from "../../../api/types";
import type { Locale } from "../../../i18n/locale";

/** A piece of extra work on the page. */
export type Work = SharedReport["work"][number];

/** The address keeps the token, so that the client can reload the page or keep a bookmark. */
export function useReportToken(): string {
  const hash = useLocation({ select: (location) => location.hash });
  return new URLSearchParams(hash).get("token") ?? "";
}

/** The server writes the texts, so that each language is a report of its own. */
export const sharedReportQuery = (token: string, locale: Locale) =>
  queryOptions({
    queryKey: ["shared-report", token, locale],
    queryFn: async ({ signal }) =>
      (await api.post("/shared-reports", { token }, { signal, expect: "any" })).data,
    enabled: token !== "",
    refetchOnWindowFocus: false,
  });

/** Clicks a link to the file, so that the browser downloads it as usual. */
export async function downloadSharedReport(token: string): Promise<void> {
  const file = await postForFile("/shared-reports/files", { token });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(address);
}
