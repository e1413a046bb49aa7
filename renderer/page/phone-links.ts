const digits = (phone: string): string => phone.replace(/\D/g, "");

/** Opens a call. */
export const callLink = (phone: string): string => `tel:${phone.startsWith("+") ? "+" : ""}${digits(phone)}`;

/** Opens a chat with a text begun. */
export const whatsappLink = (phone: string, message: string): string =>
  `https://wa.me/${digits(phone)}?text=${encodeURIComponent(message)}`;
