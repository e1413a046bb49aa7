/** Requests for an evaluation of a credit: kept once, and mailed to those who decide. */
import { amountText } from "../../../schemas/engine/serve.ts";
import { isPlainAddress } from "../../mail-address.ts";
import { fact } from "../../services/embedded/facts.ts";
import { refusal, type ServiceRoute } from "../../services/embedded/service.ts";
import { readTexts, type Texts } from "../../services/embedded/texts.ts";
import { readNumbers, type NumberRule } from "../financing/read-numbers.ts";
import { identityOf, mailOnce, phoneRule, type DealerMail } from "../requests/dealer-mail.ts";
import type { DealerDeps } from "../requests/deps.ts";

const numbers: Record<string, NumberRule> = {
  carTypeId: { from: 1, to: 2 },
  carPrice: { from: 1, to: 9_999_999_999, isPart: true },
  financingInitialPayment: { from: 0, to: 9_999_999_999, isPart: true },
  initialPaymentPercentage: { from: 0, to: 100, isPart: true },
  financingNumberOfDues: { from: 1, to: 120 },
};

const split = (body: object): [numbers: object, texts: object] => {
  const entries = Object.entries(body);
  const isNumber = ([name]: [string, unknown]): boolean => Object.hasOwn(numbers, name);
  return [
    Object.fromEntries(entries.filter(isNumber)),
    Object.fromEntries(entries.filter((entry) => !isNumber(entry))),
  ];
};

export const evaluationRoute = (parts: DealerDeps): ServiceRoute => ({
  method: "POST",
  path: "/customer/api/buying-flow/external",
  handle: async (request) => {
    const { brand, body } = request;
    const refused = (fault: string) => refusal(400, fault, { error: 1 });
    const identity = identityOf(brand);
    const [ofNumbers, ofTexts] = split(Object(body) as object);
    const amounts = readNumbers(ofNumbers, numbers);
    if ("fault" in amounts) return refused(amounts.fault);
    const read = readTexts(ofTexts, {
      identification: identity.rule,
      name: { max: 60 },
      email: { max: 80, fits: isPlainAddress },
      phoneNumber: phoneRule,
      contactCommune: { max: 120 },
      carBrand: { max: 80 },
      financingCreditType: { max: 80 },
    });
    if ("fault" in read) return refused(read.fault);
    const locale = fact(brand, ["locale"]);
    const money = (amount = 0): string => amountText(amount, fact(brand, ["carCurrency"]), locale)!;
    const { carTypeId, carPrice, financingInitialPayment, initialPaymentPercentage, financingNumberOfDues } =
      amounts.numbers;
    const texts: Texts = {
      ...read.texts,
      carTypeId: carTypeId === 1 ? "Nuevo" : "Usado",
      carPrice: money(carPrice),
      financingInitialPayment: money(financingInitialPayment),
      initialPaymentPercentage: `${(initialPaymentPercentage ?? 0).toLocaleString(locale)} %`,
      financingNumberOfDues: String(financingNumberOfDues),
    };
    const mail: DealerMail = {
      mailbox: "financing",
      subject: `Evaluación comercial: ${texts["carBrand"]}`,
      body: "Una persona pide que se evalúe su crédito. Si respondes este correo, le escribes a ella.",
      sections: [
        {
          title: "Crédito",
          labels: {
            carBrand: "Marca",
            carTypeId: "Tipo de auto",
            carPrice: "Precio",
            financingCreditType: "Crédito",
            financingInitialPayment: "Pie",
            initialPaymentPercentage: "Pie, en porcentaje",
            financingNumberOfDues: "Cuotas",
          },
        },
        {
          title: "Persona",
          labels: {
            name: "Nombre",
            identification: identity.name.toUpperCase(),
            phoneNumber: "Teléfono",
            email: "Correo electrónico",
            contactCommune: "Dónde vive",
          },
        },
      ],
      texts,
      replyTo: texts["email"]!,
    };
    return await mailOnce(parts, ["buyingFlow", "external"], request, mail, {
      status: 200,
      body: { error: 0 },
    });
  },
});
