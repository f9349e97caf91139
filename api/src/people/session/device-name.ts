/** The first that matches counts, because browsers also name the ones that they are compatible with. */
const BROWSERS = [
  [/Northlight|Electron/, 'the desktop app'],
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** A User-Agent for people, such as "Firefox on Windows". */
export function deviceName(userAgent: string): string {
  const [, browser = 'Unknown browser'] = BROWSERS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const [, system] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return system ? `${browser} on ${system}` : browser;
}
