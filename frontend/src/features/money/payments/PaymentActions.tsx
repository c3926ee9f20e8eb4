// What can be done with a payment: exactly what the server says it would allow.
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
import { PAYMENTS_PATH } from "./paymentsList";
import type { WriteOffStatus } from "./WriteOffDialog";

const WriteOffDialog = lazy(async () => ({
  default: (await import("./WriteOffDialog")).WriteOffDialog,
}));

const PATH = `${PAYMENTS_PATH}/{id}` as const;

type PaymentAction = Payment["can"][number];
type Step = { body: Schemas["PaymentUpdate"]; done: string };

/** Each change is made to the version that the one before it left. */
function stepping(payment: Payment, there: Step, back: Step): Reversible {
  let { version } = payment;
  return {
    run: async () => {
      const params = { id: payment.api_id };
      const saved = await api.patch(PATH, { ...there.body, version }, { params });
      version = saved.data.version;
    },
    done: there.done,
    undo: () => stepping({ ...payment, version }, back, there),
  };
}

function useSteps(payment: Payment, name: string) {
  const ready: Step = {
    body: { status: "ready" },
    done: translate("payments.done.ready", { name }),
  };
  const plan: Step = {
    body: { status: "planned" },
    done: translate("payments.done.plan", { name }),
  };
  const invoice = payment.invoice?.api_id ?? null;
  const unlink = { body: { invoice: null }, done: translate("payments.done.unlink", { name }) };
  const link = { body: { invoice }, done: translate("payments.done.link", { name }) };
  return { ready, plan, unlink, link };
}

function useActions(payment: Payment, giveUp: (to: WriteOffStatus) => void) {
  const t = useTranslate();
  const navigate = useNavigate();
  const name = paymentName(payment, useLocale());
  const params = { id: payment.api_id };
  const { ready, plan, unlink, link } = useSteps(payment, name);
  const show = (part: ScreenSearch) => () =>
    void navigate({ to: ".", search: changedSearch(part), resetScroll: false });
  /** Whoever may not take it back is not offered to. */
  const onceReady = payment.can.includes("edit")
    ? { reversible: stepping(payment, ready, plan) }
    : {
        irreversible: {
          run: () => api.patch(PATH, { ...ready.body, version: payment.version }, { params }),
          done: ready.done,
        },
      };
  const reopened = {
    status: payment.invoice ? "ready" : "planned",
    version: payment.version,
  } as const;
  const icon = { size: 16 };
  return {
    ready: { label: t("payments.do.ready"), icon: <IconSend {...icon} />, ...onceReady },
    link: {
      label: t("payments.do.link"),
      icon: <IconLink {...icon} />,
      open: show({ open: payment.api_id }),
    },
    edit: {
      label: t("payments.do.edit"),
      icon: <IconPencil {...icon} />,
      open: show({ edit: payment.api_id }),
    },
    plan: {
      label: t("payments.do.plan"),
      icon: <IconArrowBackUp {...icon} />,
      reversible: stepping(payment, plan, ready),
    },
    unlink: {
      label: t("payments.do.unlink"),
      icon: <IconUnlink {...icon} />,
      reversible: stepping(payment, unlink, link),
    },
    reopen: {
      label: t("payments.do.reopen"),
      icon: <IconArrowBackUp {...icon} />,
      irreversible: {
        run: () => api.patch(PATH, reopened, { params }),
        done: t("payments.done.reopen", { name }),
      },
    },
    skip: {
      label: t("payments.do.skip"),
      icon: <IconBan {...icon} />,
      open: () => giveUp("skipped"),
    },
    write_off: {
      label: t("payments.do.write_off"),
      icon: <IconCircleX {...icon} />,
      danger: true,
      open: () => giveUp("written_off"),
    },
    delete: {
      label: t("payments.do.delete"),
      icon: <IconTrash {...icon} />,
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
  const [to, setTo] = useState<WriteOffStatus | null>(null);
  const [opened, setOpened] = useState(false);
  const name = paymentName(payment, useLocale());
  const actions = useActions(payment, (state) => {
    setTo(state);
    setOpened(true);
  });
  const order = Object.keys(actions) as PaymentAction[];
  return (
    <>
      <RecordActions
        path={PAYMENTS_PATH}
        record={{ api_id: payment.api_id, name }}
        actions={order.filter((deed) => payment.can.includes(deed)).map((deed) => actions[deed])}
      />
      {to && (
        <Suspense fallback={null}>
          <WriteOffDialog
            payment={payment}
            to={to}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  );
}
