// The form of the sign-in screens: title, lead, wait notice, fields and one button.
import { Button, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { StepTitle } from "./StepTitle";
import { WaitNotice } from "./WaitNotice";

type Props = {
  title: string;
  lead?: ReactNode;
  submitLabel: string;
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => void;
    submitting: boolean;
    waitUntil: number;
  };
  children: ReactNode;
};

export function SignInForm({ title, lead, submitLabel, form, children }: Props) {
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <StepTitle>{title}</StepTitle>
        {lead}
        <WaitNotice until={form.waitUntil} />
        {children}
        <Button type="submit" loading={form.submitting} fullWidth>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
