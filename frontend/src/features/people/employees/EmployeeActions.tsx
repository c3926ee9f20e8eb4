// The actions on an employee that the server allows.
import { IconDoorExit, IconPencil, IconTrash, IconUserCheck } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api/client";
import type { EmployeeRecord } from "../../../api/types";
import { useTranslate } from "../../../i18n/translate";
import { usePermissions } from "../../../session/permissions";
import { RecordActions } from "../../../ui/actions/RecordActions";
import type { RecordAction } from "../../../ui/actions/recordAction";
import { lazyComponent } from "../../../ui/lazyComponent";
import { useIsAdminArea } from "../../../ui/links/area";
import { ButtonLink } from "../../../ui/links/ButtonLink";
import { usePersonalDataActions } from "../../../ui/personalData/usePersonalDataActions";

const DepartDialog = lazyComponent(async () => (await import("./DepartDialog")).DepartDialog);

const ORDER = ["return", "depart", "delete"] as const;

function useEmployeeActions(employee: EmployeeRecord, depart: () => void): RecordAction[] {
  const t = useTranslate();
  const navigate = useNavigate();
  const { api_id: id, name } = employee;
  const actionsByName: Record<(typeof ORDER)[number], RecordAction> = {
    return: {
      label: t("employees.return.action"),
      icon: <IconUserCheck size={16} />,
      irreversible: {
        run: () => api.delete("/departed-employees/{id}", { params: { id } }),
        done: t("employees.return.done", { name }),
      },
    },
    depart: {
      label: t("employees.depart.action"),
      icon: <IconDoorExit size={16} />,
      danger: true,
      open: depart,
    },
    delete: {
      label: t("employees.delete.action"),
      icon: <IconTrash size={16} />,
      danger: true,
      irreversible: {
        run: () => api.delete("/employees/{id}", { params: { id } }),
        done: t("employees.delete.done", { name }),
        confirmation: {
          title: t("employees.delete.title", { name }),
          detail: t("employees.delete.detail"),
        },
        onDeleted: () => navigate({ to: "/admin/employees" }),
      },
    },
  };
  return ORDER.filter((action) => employee.can.includes(action)).map(
    (action) => actionsByName[action],
  );
}

/** Other users than administrators only edit their own record. */
export function EmployeeActions({ employee }: { employee: EmployeeRecord }) {
  const t = useTranslate();
  const isAdminArea = useIsAdminArea();
  const { isAdmin } = usePermissions();
  const [isDeparting, setDeparting] = useState(false);
  const actions = useEmployeeActions(employee, () => setDeparting(true));
  const person = { kind: "employee" as const, id: employee.api_id, name: employee.name };
  const personalData = usePersonalDataActions(employee.can.includes("edit") ? person : null, {
    canErase: employee.status === "left",
  });
  return (
    <>
      {employee.can.includes("edit_contact") && (
        <ButtonLink
          aria-keyshortcuts="e"
          to={isAdminArea ? "/admin/employees/$id/edit" : "/employees/$id/edit"}
          params={{ id: employee.api_id }}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t("employees.edit")}
        </ButtonLink>
      )}
      {isAdmin && (
        <RecordActions
          path="/employees"
          record={employee}
          actions={[...actions, ...personalData.actions]}
        />
      )}
      {personalData.dialog}
      {isDeparting && <DepartDialog employee={employee} onClose={() => setDeparting(false)} />}
    </>
  );
}
