export function withLock<T>(folder: string, waiting: () => void, work: () => T | Promise<T>): Promise<T>;
