import type { Configuration } from 'electron-builder';

type Asked = {
  /** Where installed apps look for newer versions; empty for none. */
  updateFeed: string;
  /** Whether the keys are there; what is not signed is not replaced from a feed. */
  isSigned: boolean;
  /** Whether Apple's keys are there to have the app notarised. */
  isNotarised: boolean;
  /** Electron's program, unpacked; null to fetch it. */
  electronDist: string | null;
  output: string;
};

/** How the app is packed. What is in `out` is whole: no package of ours has to come along. */
export function builderConfig({
  updateFeed,
  isSigned,
  isNotarised,
  electronDist,
  output,
}: Asked): Configuration {
  return {
    appId: 'studio.northlight.console',
    productName: 'Northlight',
    copyright: 'MIT license',
    directories: { output, buildResources: 'packaging' },
    files: ['out/**', 'resources/**', 'package.json', '!**/node_modules', '!**/*.map'],
    extraMetadata: {
      name: 'northlight-console',
      homepage: 'https://northlight.example',
      author: 'Northlight Studio',
    },
    asar: true,
    npmRebuild: false,
    electronDist,
    // The app speaks English; Chromium's own words in fifty languages weigh 40 MB.
    electronLanguages: ['en-US'],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      // Turning fuses breaks the signature that Electron comes with; without one Apple's newer machines start nothing.
      resetAdHocDarwinSignature: true,
    },
    protocols: [{ name: 'Northlight', schemes: ['northlight'] }],
    linux: {
      target: ['AppImage', 'deb'],
      icon: 'packaging/icons/linux',
      category: 'Office',
      executableName: 'northlight',
      synopsis: 'Manage your Northlight shop',
      maintainer: 'Northlight Studio <hello@northlight.example>',
    },
    win: { target: ['nsis'], icon: 'packaging/icons/icon.ico' },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
    mac: {
      // The updater takes the zip.
      target: updateFeed ? ['dmg', 'zip'] : ['dmg'],
      icon: 'packaging/icons/icon.icns',
      category: 'public.app-category.business',
      hardenedRuntime: true,
      notarize: isNotarised,
    },
    publish: updateFeed && isSigned ? { provider: 'generic', url: updateFeed } : null,
  };
}
