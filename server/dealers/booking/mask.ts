/** What of a person anybody may see who knows a document: enough to recognise oneself, too little to learn who it is. */

/** Stands for what is not shown; no name, phone or address has it. */
const sign = "•";

const words = (text: string, shown: number): string =>
  text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => [...word].slice(0, shown).join("") + sign.repeat(4))
    .join(" ");

/** The first letter of each word: «M•••• S••••». As long for every name. */
const maskedName = (name: string): string => words(name, 1);

/** The last two digits. */
const maskedPhone = (phone: string): string => sign.repeat(6) + phone.replaceAll(/\D/g, "").slice(-2);

/** The first letter, and the end of the domain: «m••••@••••.cl». */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const end =
    email
      .slice(at + 1)
      .split(".")
      .at(-1) ?? "";
  return `${words(email.slice(0, at), 1)}@${sign.repeat(4)}.${end}`;
}

/** The last four characters of a chassis number. */
export const maskedVin = (vin: string): string => sign.repeat(13) + vin.slice(-4);

export interface CustomerContact {
  name: string;
  lastName?: string;
  phoneNumber: string;
  email: string;
}

export const masked = ({ name, lastName, phoneNumber, email }: CustomerContact): CustomerContact => ({
  name: maskedName(name),
  ...(lastName === undefined ? {} : { lastName: maskedName(lastName) }),
  phoneNumber: maskedPhone(phoneNumber),
  email: maskedEmail(email),
});
