/** The page of the stand-ins at which a person says how their payment ends. */
import { escapeHtml } from "../../pages/html.ts";
import type { Choice, Held } from "./ledger.ts";

const labels: Record<Choice, string> = {
  approve: "Aprobar el pago",
  reject: "Rechazar la tarjeta",
  cancel: "Anular y volver",
  expire: "Dejar que se acabe el tiempo",
  recover: "Volver con una pestaña recuperada",
};

const money = ({ amount, currency }: Held): string =>
  new Intl.NumberFormat(currency === "CLP" ? "es-CL" : "es-PE", { style: "currency", currency }).format(
    amount,
  );

export function bankPage(provider: string, payment: Held, offered: readonly Choice[]): string {
  const buttons = offered.map(
    (choice, at) =>
      `<button name="choice" value="${choice}"${at === 0 ? ' class="first"' : ""}>${labels[choice]}</button>`,
  );
  return page(
    `${provider} de prueba`,
    `<h1>${escapeHtml(provider)} de prueba</h1>
<p class="note">Aquí no se cobra nada: es un reemplazo local del medio de pago.</p>
<dl><dt>Orden</dt><dd>${escapeHtml(payment.order)}</dd><dt>Monto</dt><dd><strong>${escapeHtml(money(payment))}</strong></dd></dl>
<form method="post" action="/bank/decide">
<input type="hidden" name="token" value="${escapeHtml(payment.token)}">
<fieldset><legend>Tarjeta</legend>
<label><input type="radio" name="card" value="credit" checked> Crédito</label>
<label><input type="radio" name="card" value="debit"> Débito</label>
<label>Cuotas <select name="instalments"><option value="0">Sin cuotas</option><option>3</option><option>6</option><option>12</option></select></label>
</fieldset>
${buttons.join("\n")}
</form>`,
  );
}

/** Takes the person back by a form, as the providers do. */
export function postBack(address: string, fields: Record<string, string>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return page(
    "Volviendo al comercio",
    `<h1>Volviendo al comercio</h1>
<form id="back" method="post" action="${escapeHtml(address)}">${hidden.join("")}<button class="first">Volver al comercio</button></form>
<script>document.getElementById("back").submit();</script>`,
  );
}

export const saidPage = (title: string, body: string): string =>
  page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(body)}</p>`);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1d2733;background:#eef1f4}
main{max-width:26rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:.75rem;box-shadow:0 1px 3px #0003}
h1{font-size:1.375rem;margin:0 0 .5rem}.note{margin:0 0 1rem;padding:.5rem .75rem;border-radius:.5rem;background:#fff4d6}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1rem}dt{color:#566}dd{margin:0;text-align:right}
fieldset{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;margin:0 0 1rem;border:1px solid #cdd5dd;border-radius:.5rem}
button{display:block;width:100%;min-height:2.75rem;margin-top:.5rem;border:1px solid #8a97a5;border-radius:.5rem;background:#fff;color:inherit;font:inherit;cursor:pointer}
button.first{border-color:#17663f;background:#17663f;color:#fff;font-weight:600}
</style></head><body><main>${body}</main></body></html>`;
