import type { Page, PageCaptcha } from "../../../schemas/engine/evaluate.ts";

/** What tells the person from a program, on a page that asks for it. */
export interface Captcha {
  /** Fetches what it takes, so that Continuar need not wait for it. */
  prepare(): void;
  /** A fresh token, good once, or as many as a press takes, with spaces between; none where there is none in time. Never throws: what then holds is the server's to say. */
  token(): Promise<string | undefined>;
}

export interface TokenOptions {
  /** The form, where the page around it is not ours: what the provider asks stands in it, not anywhere in the page. */
  form: Element | undefined;
  /** The token is not awaited any more. */
  signal: AbortSignal;
  /** Told when the person is asked something, and when they have answered. */
  onChallenge(asked: boolean): void;
}

/** What a provider is asked, and in which language it talks to people. */
export interface CaptchaRequest extends PageCaptcha {
  language: string;
}

export interface Provider {
  /** Rejects when its script cannot be had; that may be tried again. */
  load(captcha: CaptchaRequest): Promise<void>;
  /** Rejects without a token. To be called when it is loaded. */
  token(captcha: CaptchaRequest, options: TokenOptions): Promise<string>;
}

const providers: Record<PageCaptcha["provider"], () => Promise<Provider>> = {
  recaptcha: async () => (await import("./recaptcha.ts")).provider,
  turnstile: async () => (await import("./turnstile.ts")).provider,
};

/** Milliseconds for the script and its token, and for a person who is asked something. */
const silentTimeoutMs = 5_000;
const tokenTimeoutMs = 120_000;

/** Nothing is fetched before it is prepared, or asked for a token. `formOf` gives the form on a page that is not ours. */
export function captchaOf(
  { captcha, brand }: Pick<Page, "captcha" | "brand">,
  formOf: () => Element | undefined = () => undefined,
): Captcha | undefined {
  if (!captcha) return undefined;
  // Without its country, as providers know them.
  const asked = { ...captcha, language: brand.locale.split("-", 1)[0]! };
  const fresh = async (options: Omit<TokenOptions, "form">): Promise<string> => {
    const given = await loaded();
    const tokens: string[] = [];
    // One after the other: a provider may ask the person.
    while (tokens.length < captcha.tokens)
      tokens.push(await given.token(asked, { ...options, form: formOf() }));
    return tokens.join(" ");
  };
  const loaded = async (): Promise<Provider> => {
    const provider = await providers[captcha.provider]();
    await provider.load(asked);
    return provider;
  };
  return {
    prepare: () => void loaded().catch(() => {}),
    token: () => inTime(fresh),
  };
}

/** What `work` gives; nothing when it fails, or takes too long. */
function inTime(work: (options: Omit<TokenOptions, "form">) => Promise<string>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = (token?: string): void => {
      clearTimeout(timer);
      ended.abort();
      resolve(token);
    };
    let timer = setTimeout(end, silentTimeoutMs);
    const onChallenge = (asked: boolean): void => {
      if (ended.signal.aborted) return;
      clearTimeout(timer);
      timer = setTimeout(end, asked ? tokenTimeoutMs : silentTimeoutMs);
    };
    work({ signal: ended.signal, onChallenge }).then(end, () => end());
  });
}
