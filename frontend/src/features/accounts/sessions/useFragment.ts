// The parameters after the # of a mailed link; removed from the address bar and the history at once.
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

export function useFragment(): URLSearchParams {
  const router = useRouter();
  const hash = useLocation({ select: (location) => location.hash });
  const [fragment, setFragment] = useState(hash);
  // A second link may be opened in the same tab: only the fragment changes then.
  if (hash && hash !== fragment) setFragment(hash);
  useEffect(() => {
    if (hash) void router.navigate({ to: ".", search: true, hash: "", replace: true });
  }, [hash, router]);
  return new URLSearchParams(fragment);
}
