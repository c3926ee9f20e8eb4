// Signs out, after a question when there is unsaved input.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { confirmLeave } from "../../lib/dirtyForms";
import { signOut } from "../../session/signIn";

export function useSignOut() {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // Ask before the session ends: afterwards nothing can be saved.
      if (!(await confirmLeave())) return;
      const navigate = (href: string) => router.navigate({ href, ignoreBlocker: true });
      await signOut({ queryClient, navigate });
    },
  });
}
