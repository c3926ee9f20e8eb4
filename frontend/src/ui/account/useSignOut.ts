// The way out: whoever has typed something is asked first.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { mayLeave } from "../../lib/dirtyForms";
import { signOut } from "../../session/signIn";

export function useSignOut() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Asked while there is still somebody to save it as.
      if (!(await mayLeave())) return;
      const go = (href: string) => router.navigate({ href, ignoreBlocker: true });
      await signOut({ queryClient, go });
    },
  });
}
