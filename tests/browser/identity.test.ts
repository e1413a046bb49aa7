/** Signing in at a brand's identity provider as people do: from the button over its page to the account, and out again. */
import { afterAll, expect, test } from "vitest";
import { axe } from "../support/axe.ts";
import type { Viewport } from "../support/browser.ts";
import { fits } from "../support/fits.ts";
import { openIdentityProvider } from "../support/identity-provider.ts";
import { startProduct } from "../support/product.ts";
import { rested } from "../support/rested.ts";
import { sendForm } from "../support/sent-form.ts";
import { anyOf } from "../support/covering.ts";

const provider = await openIdentityProvider(afterAll);
const product = await startProduct({ env: provider.settings });

const documents = { SI: "12345678-5", WI: "45678912" };

const cases: ["SI" | "WI", Viewport][] = [
  ["WI", "desktop"],
  ["SI", "phone"],
];

test.each(anyOf(cases))(
  "%s on a %s: in by the provider, with keys alone, and out of both",
  async (brand, viewport) => {
    const email = `${brand}@correo.cl`.toLowerCase();
    provider.person.claims = { rut: documents[brand], email, email_verified: true };
    const page = await product.open(brand, "/terminos-y-condiciones", viewport);
    expect(await sendForm(page, documents[brand], email)).toBe("confirmation");
    const session = async () =>
      (await page.context().cookies()).find(({ name }) => name.endsWith("vitrina"))?.value;
    const planted = await session();

    // Given up there: told why, with both ways on.
    await page.goto(product.server.url(brand, "/mi-cuenta"));
    await rested(page);
    const dialog = page.getByRole("dialog", { name: "Ingresa a tu cuenta" });
    await dialog.waitFor();
    await axe(page);
    await fits(page);
    const begin = page.getByRole("link", { name: "Ingresar con Clave Prueba" });
    await begin.click();
    await page.getByRole("heading", { name: "Proveedor de prueba" }).waitFor();
    await page.getByRole("button", { name: "No ingresar" }).click();
    await page.getByRole("heading", { name: "No pudiste ingresar" }).waitFor();
    await axe(page);
    await fits(page);
    page.clean([/403/]);
    await page.getByRole("link", { name: "Usar una contraseña" }).click();
    await page.getByRole("textbox", { name: "Contraseña" }).waitFor();

    // With keys, from the dialog to the account.
    await page.goto(product.server.url(brand, "/mi-cuenta"));
    await rested(page);
    await dialog.waitFor();
    const asked = page.waitForRequest((one) => one.url().startsWith(`${provider.issuer}/authorize`));
    const returned = page.waitForRequest((one) => one.url().includes("/api/identity/return"));
    await begin.focus();
    await page.keyboard.press("Enter");
    const sent = new URL((await asked).url()).searchParams;
    expect(sent.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"]) expect(sent.get(name)).toMatch(/^[\w-]{43}$/);
    await page.getByRole("button", { name: "Ingresar", exact: true }).focus();
    await page.keyboard.press("Enter");
    const callback = (await returned).url();
    expect(new URL(callback).searchParams.get("state")).toBe(sent.get("state"));
    await page.getByRole("heading", { name: "Lo que nos enviaste" }).waitFor();
    await rested(page);
    expect(new URL(page.url()).pathname).toBe("/mi-cuenta");
    const own = await session();
    expect(own).not.toBe(planted);

    // The same way back again signs nobody in: not here, and not in another browser.
    const thief = await product.blank(viewport);
    for (const one of [page, thief]) {
      await one.goto(callback);
      await one.getByText("Este intento ya se usó").waitFor();
      one.clean([/400/]);
    }
    expect(await session()).toBe(own);
    await thief.goto(product.server.url(brand, "/mi-cuenta"));
    await thief.getByRole("dialog", { name: "Ingresa a tu cuenta" }).waitFor();

    // Out here, and there.
    await page.goto(product.server.url(brand, "/mi-cuenta/salir"));
    await rested(page);
    const before = provider.ended.length;
    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await page.waitForURL((url) => url.href === product.server.url(brand, "/"));
    expect(provider.ended.slice(before).map((one) => one.has("id_token_hint"))).toEqual([true]);
    await rested(page);
    await page.goto(product.server.url(brand, "/mi-cuenta"));
    await dialog.waitFor();
    await expect.poll(() => page.getByText("Lo que nos enviaste").count()).toBe(0);
    page.clean();
  },
);
