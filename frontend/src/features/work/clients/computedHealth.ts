// The action that takes back the level of health that a person set.
import { api } from "../../../api/client";
import type { Client } from "../../../api/types";
import type { Body } from "../../../api/wire";
import { translate } from "../../../i18n/translate";
import type { Reversible } from "../../../ui/actions/recordAction";

type HealthOf = Pick<
  Client,
  "api_id" | "name" | "version" | "health" | "health_note" | "health_until"
>;

/** Undoing sets the level again; one from before reasons were required gets a note that says so. */
export function computedHealthAction(client: HealthOf): Reversible {
  const { health, health_until } = client;
  const health_note = client.health_note || translate("client_page.health.not_recorded");
  const params = { id: client.api_id };
  let { version } = client;
  const patch = async (body: Body<"/clients/{id}", "patch">) => {
    version = (await api.patch("/clients/{id}", { ...body, version }, { params })).data.version;
  };
  return {
    run: () => patch({ health: null }),
    done: translate("client_page.health.computed_again", { name: client.name }),
    undo: () => ({
      run: () => patch({ health, health_note, health_until }),
      done: translate("client_page.health.set_again", { name: client.name }),
      undo: () => computedHealthAction({ ...client, version }),
    }),
  };
}
