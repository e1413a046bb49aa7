import type { Page, PageCaptcha } from "../../../schemas/engine/evaluate.ts";

/** What tells the person from a program, on a page that asks for it. */
export interface Captcha {
  /** Fetches what it takes, so that Continuar need not wait for it. */
  prepare(): void;
  /** A fresh token, good once, or as many as a press takes, with spaces between; none where there is none in time. Never throws: what then holds is the server's to say. */
  token(): Promise<string | undefined>;
}

export interface TokenOptions {
  /** The token is not awaited any more. */
  signal: AbortSignal;
  /** Told when the person is asked something, and when they have answered. */
  onChallenge(asked: boolean): void;
}

export interface Provider {
  /** Rejects when its script cannot be had; that may be tried again. */
  load(captcha: PageCaptcha): Promise<void>;
  /** Rejects without a token. To be called when it is loaded. */
  token(captcha: PageCaptcha, options: TokenOptions): Promise<string>;
}

const providers: Record<PageCaptcha["provider"], () => Promise<Provider>> = {
  recaptcha: async () => (await import("./recaptcha.ts")).provider,
  turnstile: async () => (await import("./turnstile.ts")).provider,
};

/** Milliseconds for the script and its token, and for a person who is asked something. */
const patience = 5_000;
const personsPatience = 120_000;

/** Nothing is fetched before it is prepared, or asked for a token. */
export function captchaOf({ captcha }: Pick<Page, "captcha">): Captcha | undefined {
  if (!captcha) return undefined;
  const fresh = async (options: TokenOptions): Promise<string> => {
    const given = await loaded();
    const tokens: string[] = [];
    // One after the other: a provider may ask the person.
    while (tokens.length < captcha.tokens) tokens.push(await given.token(captcha, options));
    return tokens.join(" ");
  };
  const loaded = async (): Promise<Provider> => {
    const provider = await providers[captcha.provider]();
    await provider.load(captcha);
    return provider;
  };
  return {
    prepare: () => void loaded().catch(() => {}),
    token: () => inTime(fresh),
  };
}

/** What `work` gives; nothing when it fails, or takes too long. */
function inTime(work: (options: TokenOptions) => Promise<string>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = (token?: string): void => {
      clearTimeout(timer);
      ended.abort();
      resolve(token);
    };
    let timer = setTimeout(end, patience);
    const onChallenge = (asked: boolean): void => {
      if (ended.signal.aborted) return;
      clearTimeout(timer);
      timer = setTimeout(end, asked ? personsPatience : patience);
    };
    work({ signal: ended.signal, onChallenge }).then(end, () => end());
  });
}
