// One call of a sign-in screen: never twice at once, and "too many tries" becomes a time to wait until.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";

const TOO_MANY = 429;
const WAIT_SECONDS = 60;

/** The instant until which a refusal asks to wait; 0 when it asks for nothing of the kind. */
export function waitAfter(error: ApiError): number {
  if (error.status !== TOO_MANY) return 0;
  return Date.now() + (error.retryAfter ?? WAIT_SECONDS) * 1000;
}

export function useAttempt<Input = void>(
  call: (input: Input) => Promise<unknown>,
  onRefused?: (error: ApiError) => void,
) {
  const [waitUntil, setWaitUntil] = useState(0);
  const trying = useMutation({
    mutationFn: call,
    onMutate: () => setWaitUntil(0),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setWaitUntil(waitAfter(error));
      onRefused?.(error);
    },
  });
  return {
    run: (input: Input) => {
      if (!trying.isPending) trying.mutate(input);
    },
    busy: trying.isPending,
    waitUntil,
  };
}
