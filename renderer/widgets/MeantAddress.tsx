import { Button } from "../controls/Button.tsx";
import { useWords } from "../page/words.ts";
import { meantAddress } from "./meant-address.ts";

interface MeantAddressProps {
  value: string;
  domains: readonly string[];
  /** It is still typed, or wrong as it is. */
  isOpen: boolean;
  onTake(address: string): void;
}

/** Offers the address that was meant, once one was typed with a domain that is almost a well-known one. It hinders nobody. */
export function MeantAddress({ value, domains, isOpen, onTake }: MeantAddressProps) {
  const { fill } = useWords();
  const meant = isOpen ? undefined : meantAddress(value, domains);
  return (
    <div role="status">
      {meant !== undefined && (
        <Button variant="subtle" size="sm" onClick={() => onTake(meant)}>
          {fill("meant", { answer: meant })}
        </Button>
      )}
    </div>
  );
}
