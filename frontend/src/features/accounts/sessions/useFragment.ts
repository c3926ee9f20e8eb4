// What a mailed link carries after its #: kept on the page, and out of the address bar and the history at once.
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

export function useFragment(): URLSearchParams {
  const router = useRouter();
  const hash = useLocation({ select: (location) => location.hash });
  const [kept, setKept] = useState(hash);
  // A second link may be opened in the same tab: only the fragment changes then.
  if (hash && hash !== kept) setKept(hash);
  useEffect(() => {
    if (hash) void router.navigate({ to: ".", search: true, hash: "", replace: true });
  }, [hash, router]);
  return new URLSearchParams(kept);
}
