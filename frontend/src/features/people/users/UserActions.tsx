// The actions on a user that the server allows.
import {
  IconBrandGoogle,
  IconDeviceDesktopOff,
  IconMailForward,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserShare,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../api/client";
import type { User } from "../../../api/types";
import type { PathOf } from "../../../api/wire";
import { useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { usePersonalDataActions } from "../../../ui/personalData/usePersonalDataActions";

const DeactivateDialog = lazy(async () => ({
  default: (await import("./DeactivateDialog")).DeactivateDialog,
}));
const ImpersonateDialog = lazy(async () => ({
  default: (await import("./ImpersonateDialog")).ImpersonateDialog,
}));

const ORDER = [
  "impersonate",
  "invite",
  "end_sessions",
  "reset_two_factor",
  "unlink_google",
  "reactivate",
  "deactivate",
  "delete",
] as const satisfies readonly User["can"][number][];

type Action = (typeof ORDER)[number];
type ConfirmedAction = "end_sessions" | "reset_two_factor" | "unlink_google" | "delete";
type DeletePath = Extract<PathOf<"delete">, `/users/{id}${string}`>;
type Dialog = "deactivate" | "impersonate";

function useUserActions(user: User, open: (dialog: Dialog) => void): RecordAction[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const { api_id: id, name, email } = user;
  const confirmedAction = (action: ConfirmedAction, path: DeletePath) => ({
    run: () => api.delete(path, { params: { id } }),
    done: t(`users.${action}.done`, { name }),
    confirmation: {
      title: t(`users.${action}.title`, { name }),
      detail: t(`users.${action}.detail`),
    },
  });
  const actionsByName: Record<Action, RecordAction> = {
    impersonate: {
      label: t("users.impersonate.action"),
      icon: <IconUserShare size={16} />,
      open: () => open("impersonate"),
    },
    invite: {
      label: t("users.resend.action"),
      icon: <IconMailForward size={16} />,
      irreversible: {
        run: () => api.post("/users/{id}/invitations", undefined, { params: { id } }),
        done: t("users.resend.done", { email }),
      },
    },
    end_sessions: {
      label: t("users.end_sessions.action"),
      icon: <IconDeviceDesktopOff size={16} />,
      irreversible: confirmedAction("end_sessions", "/users/{id}/sessions"),
    },
    reset_two_factor: {
      label: t("users.reset_two_factor.action"),
      icon: <IconShieldOff size={16} />,
      irreversible: confirmedAction("reset_two_factor", "/users/{id}/second-factor"),
    },
    unlink_google: {
      label: t("users.unlink_google.action"),
      icon: <IconBrandGoogle size={16} />,
      irreversible: confirmedAction("unlink_google", "/users/{id}/google-account"),
    },
    reactivate: {
      label: t("users.reactivate.action"),
      icon: <IconUserCheck size={16} />,
      irreversible: {
        run: () => api.delete("/deactivated-users/{id}", { params: { id } }),
        done: t("users.reactivate.done", { name }),
      },
    },
    deactivate: {
      label: t("users.deactivate.action"),
      icon: <IconUserOff size={16} />,
      danger: true,
      open: () => open("deactivate"),
    },
    delete: {
      label: t("users.delete.action"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        ...confirmedAction("delete", "/users/{id}"),
        onDeleted: () => navigate({ to: "/admin/users" }),
      },
    },
  };
  return ORDER.filter((action) => user.can.includes(action)).map((action) => actionsByName[action]);
}

export function UserActions({ user }: { user: User }) {
  const t = useTranslate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [opened, setOpened] = useState(false);
  const actions = useUserActions(user, (nextDialog) => {
    setDialog(nextDialog);
    setOpened(true);
  });
  const person = { kind: "user" as const, id: user.api_id, name: user.name };
  const personalData = usePersonalDataActions(user.can.includes("edit") ? person : null, {
    canErase: user.status === "deactivated",
  });
  const dialogProps = { user, opened, onClose: () => setOpened(false) };
  return (
    <>
      {user.can.includes("edit") && (
        <ButtonLink
          aria-keyshortcuts="e"
          to="/admin/users/$id/edit"
          params={{ id: user.api_id }}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t("users.edit")}
        </ButtonLink>
      )}
      <RecordActions path="/users" record={user} actions={[...actions, ...personalData.actions]} />
      {personalData.dialog}
      <Suspense fallback={null}>
        {dialog === "deactivate" && <DeactivateDialog {...dialogProps} />}
        {dialog === "impersonate" && <ImpersonateDialog {...dialogProps} />}
      </Suspense>
    </>
  );
}
