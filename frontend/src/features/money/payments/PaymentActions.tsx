// The actions on a payment that the server allows.
import {
  IconArrowBackUp,
  IconBan,
  IconCircleX,
  IconLink,
  IconPencil,
  IconSend,
  IconTrash,
  IconUnlink,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { api } from "../../../api/client";
import type { Payment } from "../../../api/types";
import type { Schemas } from "../../../api/wire";
import { useLocale } from "../../../i18n/locale";
import { translate, useTranslate } from "../../../i18n/translate";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction, Reversible } from "../../../ui/actions/recordAction";
import { changedSearch, type ScreenSearch } from "../../../ui/links/screenSearch";
import { paymentName } from "../../../ui/money/paymentName";
import { isInParts } from "./paymentCells";
import { PAYMENTS_PATH } from "./paymentsList";
import type { WriteOffStatus } from "./WriteOffDialog";

const WriteOffDialog = lazy(async () => ({
  default: (await import("./WriteOffDialog")).WriteOffDialog,
}));

const PATH = `${PAYMENTS_PATH}/{id}` as const;

type PaymentAction = Payment["can"][number];
type StatusChange = { body: Schemas["PaymentUpdate"]; done: string };

/** Each change uses the version of the previous response. */
function reversibleChange(
  payment: Payment,
  change: StatusChange,
  inverse: StatusChange,
): Reversible {
  let { version } = payment;
  return {
    run: async () => {
      const params = { id: payment.api_id };
      const saved = await api.patch(PATH, { ...change.body, version }, { params });
      version = saved.data.version;
    },
    done: change.done,
    undo: () => reversibleChange({ ...payment, version }, inverse, change),
  };
}

function useStatusChanges(payment: Payment, name: string) {
  const ready: StatusChange = {
    body: { status: "ready" },
    done: translate("payments.done.ready", { name }),
  };
  const plan: StatusChange = {
    body: { status: "planned" },
    done: translate("payments.done.plan", { name }),
  };
  const invoice = payment.invoice?.api_id ?? null;
  const unlink = { body: { invoice: null }, done: translate("payments.done.unlink", { name }) };
  const link = { body: { invoice }, done: translate("payments.done.link", { name }) };
  return { ready, plan, unlink, link };
}

function useActions(payment: Payment, openWriteOff: (status: WriteOffStatus) => void) {
  const t = useTranslate();
  const navigate = useNavigate();
  const name = paymentName(payment, useLocale());
  const params = { id: payment.api_id };
  const { ready, plan, unlink, link } = useStatusChanges(payment, name);
  const openBySearch = (search: ScreenSearch) => () =>
    void navigate({ to: ".", search: changedSearch(search), resetScroll: false });
  /** Only users who may edit can undo it. */
  const readyAction = payment.can.includes("edit")
    ? { reversible: reversibleChange(payment, ready, plan) }
    : {
        irreversible: {
          run: () => api.patch(PATH, { ...ready.body, version: payment.version }, { params }),
          done: ready.done,
        },
      };
  const reopenBody = {
    status: payment.invoice ? "ready" : "planned",
    version: payment.version,
  } as const;
  const iconProps = { size: 16 };
  return {
    ready: { label: t("payments.do.ready"), icon: <IconSend {...iconProps} />, ...readyAction },
    link: {
      label: t("payments.do.link"),
      icon: <IconLink {...iconProps} />,
      open: openBySearch({ open: payment.api_id }),
    },
    edit: {
      label: t("payments.do.edit"),
      icon: <IconPencil {...iconProps} />,
      open: openBySearch({ edit: payment.api_id }),
    },
    plan: {
      label: t("payments.do.plan"),
      icon: <IconArrowBackUp {...iconProps} />,
      reversible: reversibleChange(payment, plan, ready),
    },
    unlink: isInParts(payment)
      ? {
          label: t("payments.do.invoices"),
          icon: <IconUnlink {...iconProps} />,
          open: openBySearch({ open: payment.api_id }),
        }
      : {
          label: t("payments.do.unlink"),
          icon: <IconUnlink {...iconProps} />,
          reversible: reversibleChange(payment, unlink, link),
        },
    reopen: {
      label: t("payments.do.reopen"),
      icon: <IconArrowBackUp {...iconProps} />,
      irreversible: {
        run: () => api.patch(PATH, reopenBody, { params }),
        done: t("payments.done.reopen", { name }),
      },
    },
    skip: {
      label: t("payments.do.skip"),
      icon: <IconBan {...iconProps} />,
      open: () => openWriteOff("skipped"),
    },
    write_off: {
      label: t("payments.do.write_off"),
      icon: <IconCircleX {...iconProps} />,
      danger: true,
      open: () => openWriteOff("written_off"),
    },
    delete: {
      label: t("payments.do.delete"),
      icon: <IconTrash {...iconProps} />,
      danger: true,
      irreversible: {
        run: () => api.delete(PATH, { params }),
        done: t("payments.done.delete", { name }),
        confirmation: {
          title: t("payments.delete.title", { name }),
          detail: t("payments.delete.detail"),
        },
      },
    },
  } satisfies Record<PaymentAction, RecordAction>;
}

export function PaymentActions({ payment }: { payment: Payment }) {
  const [status, setStatus] = useState<WriteOffStatus | null>(null);
  const [opened, setOpened] = useState(false);
  const name = paymentName(payment, useLocale());
  const actions = useActions(payment, (newStatus) => {
    setStatus(newStatus);
    setOpened(true);
  });
  const order = Object.keys(actions) as PaymentAction[];
  return (
    <>
      <RecordActions
        path={PAYMENTS_PATH}
        record={{ api_id: payment.api_id, name }}
        actions={order.filter((name) => payment.can.includes(name)).map((name) => actions[name])}
      />
      {status && (
        <Suspense fallback={null}>
          <WriteOffDialog
            payment={payment}
            status={status}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
