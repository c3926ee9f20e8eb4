// Requests a mail to an address: a sign-in code, or a link to choose a password.
import { Text } from "@mantine/core";
import { EmailField, emailRules } from "./EmailField";
import { SignInForm } from "./SignInForm";
import { useSignInForm } from "./useSignInForm";

type Props = {
  title: string;
  lead: string;
  submitLabel: string;
  /** The address typed before, when the user returns to change it. */
  address: string;
  send: (email: string) => Promise<void>;
  onSent: (email: string) => void;
};

export function MailRequest({ title, lead, submitLabel, address, send, onSent }: Props) {
  const form = useSignInForm({
    rules: { email: emailRules },
    initialValues: { email: address },
    focusFirst: address !== "",
    send: async ({ email }) => {
      await send(email);
      onSent(email);
    },
  });
  return (
    <SignInForm title={title} lead={<Text>{lead}</Text>} submitLabel={submitLabel} form={form}>
      <EmailField field={form.field("email")} />
    </SignInForm>
  );
}
