// Starts a sign-in with Google: opens the address that the server returns.
import { Button } from "@mantine/core";
import { useTranslate } from "../../../i18n/translate";
import { navigateAway } from "../../../lib/navigateAway";
import { pageMeta } from "../../../lib/pageMeta";
import { type RedirectSearch, safeRedirect } from "../../../session/guards";
import { fetchGoogleUrl } from "./signInCalls";
import { useAttempt } from "./useAttempt";
import { saveGoogleTarget } from "./useGoogleReturn";
import { WaitNotice } from "./WaitNotice";

/** The server writes into the page whether Google sign-in is configured. */
export function isGoogleEnabled(): boolean {
  return pageMeta("google") === "on";
}

/** In Google's colours, as its branding rules require. */
function GoogleLogo() {
  return (
    <svg width="18" height="18" viewBox="0 0 48 48" aria-hidden>
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9A24 24 0 0 0 2.6 13.2l8 6.2A14.3 14.3 0 0 1 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.5c0-1.6-.2-3.2-.4-4.700H24v9h12.900a11 11 0 0 1-4.800 7.200l7.700 6C44.400 37.900 47 31.800 47 24.500z"
      />
      <path
        fill="#FBBC05"
        d="M10.5 28.600a14.500 14.500 0 0 1 0-9.200l-8-6.200a24 24 0 0 0 0 21.600z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6A14.400 14.400 0 0 1 10.500 28.600l-8 6.200A24 24 0 0 0 24 48z"
      />
    </svg>
  );
}

export function GoogleButton({ search }: { search: RedirectSearch }) {
  const t = useTranslate();
  const attempt = useAttempt(async () => {
    const address = await fetchGoogleUrl();
    saveGoogleTarget(safeRedirect(search.redirect));
    navigateAway(address);
  });
  return (
    <>
      <WaitNotice until={attempt.waitUntil} />
      <Button
        variant="default"
        leftSection={<GoogleLogo />}
        loading={attempt.busy}
        onClick={() => attempt.run()}
        fullWidth
      >
        {t("login.google.continue")}
      </Button>
    </>
  );
}
