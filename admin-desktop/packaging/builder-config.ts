import type { Configuration } from 'electron-builder';

type Asked = {
  /** Where installed apps look for updates. Empty for none. */
  updateFeed: string;
  /** Whether signing keys are available. Unsigned apps do not update from a feed. */
  isSigned: boolean;
  /** Whether Apple's keys for notarizing the app are available. */
  isNotarised: boolean;
  /** A folder with an unpacked Electron, or null to download it. */
  electronDist: string | null;
  output: string;
};

/** The configuration of electron-builder. `out` contains the complete bundle, so no packages are included. */
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
    // The app is only in English. Chromium's own text in fifty languages takes 40 MB.
    electronLanguages: ['en-US'],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      // Setting fuses breaks the signature that Electron comes with, and Apple silicon Macs do not start
      // unsigned programs.
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
      // The updater uses the zip.
      target: updateFeed ? ['dmg', 'zip'] : ['dmg'],
      icon: 'packaging/icons/icon.icns',
      category: 'public.app-category.business',
      hardenedRuntime: true,
      notarize: isNotarised,
    },
    publish: updateFeed && isSigned ? { provider: 'generic', url: updateFeed } : null,
  };
}
