// Runs one call of a sign-in screen at a time; after "too many tries" it gives the end of the wait.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors";

const TOO_MANY_REQUESTS = 429;
const DEFAULT_WAIT_SECONDS = 60;

/** The end of the wait that a response demands, or 0. */
export function waitEnd(error: ApiError): number {
  if (error.status !== TOO_MANY_REQUESTS) return 0;
  return Date.now() + (error.retryAfter ?? DEFAULT_WAIT_SECONDS) * 1000;
}

export function useAttempt<Input = void>(
  call: (input: Input) => Promise<unknown>,
  onRefused?: (error: ApiError) => void,
) {
  const [waitUntil, setWaitUntil] = useState(0);
  const mutation = useMutation({
    mutationFn: call,
    onMutate: () => setWaitUntil(0),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setWaitUntil(waitEnd(error));
      onRefused?.(error);
    },
  });
  return {
    run: (input: Input) => {
      if (!mutation.isPending) mutation.mutate(input);
    },
    busy: mutation.isPending,
    waitUntil,
  };
}
