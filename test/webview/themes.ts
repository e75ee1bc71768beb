// The variables VS Code gives a webview, for one theme of each kind: only what the panel's styles and its widgets name.

export type ThemeName = 'dark' | 'light' | 'high-contrast' | 'high-contrast-light';

interface Theme {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

const fonts = {
  'font-family': 'system-ui, "Ubuntu", "DejaVu Sans", sans-serif',
  'font-size': '13px',
  'font-weight': 'normal',
  'editor-font-family': '"DejaVu Sans Mono", monospace',
  'editor-font-size': '12px',
};

const terminalNames = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'];

function terminal(plain: readonly string[], bright: readonly string[]): Record<string, string> {
  const entries = terminalNames.flatMap((name, place) => [
    [`terminal-ansi${name}`, plain[place] ?? ''],
    [`terminal-ansiBright${name}`, bright[place] ?? ''],
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

const darkTerminal = terminal(
  ['#000000', '#cd3131', '#0dbc79', '#e5e510', '#2472c8', '#bc3fbc', '#11a8cd', '#e5e5e5'],
  ['#666666', '#f14c4c', '#23d18b', '#f5f543', '#3b8eea', '#d670d6', '#29b8db', '#e5e5e5'],
);
const lightTerminal = terminal(
  ['#000000', '#cd3131', '#107c10', '#949800', '#0451a5', '#bc05bc', '#0598bc', '#555555'],
  ['#666666', '#cd3131', '#14ce14', '#b5ba00', '#0451a5', '#bc05bc', '#0598bc', '#a5a5a5'],
);

const dark = {
  foreground: '#cccccc',
  descriptionForeground: '#9d9d9d',
  errorForeground: '#f85149',
  'icon-foreground': '#cccccc',
  focusBorder: '#0078d4',
  'sideBar-background': '#181818',
  'sideBarSectionHeader-border': '#2b2b2b',
  'editor-background': '#1f1f1f',
  'editor-foreground': '#cccccc',
  'editorWidget-background': '#202020',
  'editorWidget-foreground': '#cccccc',
  'editorWarning-foreground': '#cca700',
  'widget-border': '#313131',
  'widget-shadow': '#0000005c',
  'input-background': '#313131',
  'input-foreground': '#cccccc',
  'input-border': '#3c3c3c',
  'input-placeholderForeground': '#989898',
  'inputValidation-errorBackground': '#5a1d1d',
  'inputValidation-errorBorder': '#be1100',
  'button-background': '#0078d4',
  'button-foreground': '#ffffff',
  'button-hoverBackground': '#026ec1',
  'button-border': '#ffffff12',
  'button-secondaryBackground': '#313131',
  'button-secondaryForeground': '#cccccc',
  'button-secondaryHoverBackground': '#3c3c3c',
  'badge-background': '#616161',
  'badge-foreground': '#f8f8f8',
  'dropdown-background': '#313131',
  'dropdown-foreground': '#cccccc',
  'dropdown-border': '#3c3c3c',
  'list-hoverBackground': '#2a2d2e',
  'list-activeSelectionBackground': '#04395e',
  'list-activeSelectionForeground': '#ffffff',
  'toolbar-hoverBackground': '#5a5d5e50',
  'editorSuggestWidget-background': '#202020',
  'editorSuggestWidget-border': '#454545',
  'editorSuggestWidget-foreground': '#cccccc',
  'editorSuggestWidget-selectedBackground': '#04395e',
  'editorSuggestWidget-selectedForeground': '#ffffff',
  'textLink-foreground': '#4daafc',
  'textLink-activeForeground': '#4daafc',
  'textPreformat-foreground': '#d0d0d0',
  'textCodeBlock-background': '#2b2b2b',
  'textBlockQuote-background': '#2b2b2b',
  'textBlockQuote-border': '#616161',
  'progressBar-background': '#0078d4',
  'testing-iconPassed': '#73c991',
  'diffEditor-insertedLineBackground': '#9bb95533',
  'diffEditor-removedLineBackground': '#ff000033',
};

const light = {
  ...dark,
  foreground: '#3b3b3b',
  descriptionForeground: '#3b3b3b',
  errorForeground: '#c72e0f',
  'icon-foreground': '#3b3b3b',
  focusBorder: '#005fb8',
  'sideBar-background': '#f8f8f8',
  'sideBarSectionHeader-border': '#e5e5e5',
  'editor-background': '#ffffff',
  'editor-foreground': '#3b3b3b',
  'editorWidget-background': '#f3f3f3',
  'editorWidget-foreground': '#3b3b3b',
  'editorWarning-foreground': '#8a6500',
  'widget-border': '#e5e5e5',
  'widget-shadow': '#00000029',
  'input-background': '#ffffff',
  'input-foreground': '#3b3b3b',
  'input-border': '#cecece',
  'input-placeholderForeground': '#767676',
  'inputValidation-errorBackground': '#f2dede',
  'button-background': '#005fb8',
  'button-hoverBackground': '#0258a8',
  'button-border': '#0000001a',
  'button-secondaryBackground': '#e5e5e5',
  'button-secondaryForeground': '#3b3b3b',
  'button-secondaryHoverBackground': '#cccccc',
  'badge-background': '#cccccc',
  'badge-foreground': '#3b3b3b',
  'dropdown-background': '#ffffff',
  'dropdown-foreground': '#3b3b3b',
  'dropdown-border': '#cecece',
  'list-hoverBackground': '#f2f2f2',
  'list-activeSelectionBackground': '#e8e8e8',
  'list-activeSelectionForeground': '#000000',
  'toolbar-hoverBackground': '#b8b8b850',
  'editorSuggestWidget-background': '#f8f8f8',
  'editorSuggestWidget-border': '#c8c8c8',
  'editorSuggestWidget-foreground': '#3b3b3b',
  'editorSuggestWidget-selectedBackground': '#0060c0',
  'editorSuggestWidget-selectedForeground': '#ffffff',
  'textLink-foreground': '#005fb8',
  'textLink-activeForeground': '#005fb8',
  'textPreformat-foreground': '#3b3b3b',
  'textCodeBlock-background': '#f0f0f0',
  'textBlockQuote-background': '#f8f8f8',
  'textBlockQuote-border': '#e5e5e5',
  'progressBar-background': '#005fb8',
  'testing-iconPassed': '#287d3c',
};

const contrast = {
  foreground: '#ffffff',
  descriptionForeground: '#ffffff',
  errorForeground: '#f48771',
  'icon-foreground': '#ffffff',
  focusBorder: '#f38518',
  contrastBorder: '#6fc3df',
  contrastActiveBorder: '#f38518',
  'sideBar-background': '#000000',
  'editor-background': '#000000',
  'editor-foreground': '#ffffff',
  'editorWidget-background': '#0c141f',
  'editorWidget-foreground': '#ffffff',
  'editorWarning-foreground': '#ffd370',
  'input-background': '#000000',
  'input-foreground': '#ffffff',
  'input-border': '#6fc3df',
  'input-placeholderForeground': '#b3b3b3',
  'inputValidation-errorBackground': '#000000',
  'inputValidation-errorBorder': '#6fc3df',
  'button-background': '#000000',
  'button-foreground': '#ffffff',
  'button-border': '#6fc3df',
  'button-secondaryForeground': '#ffffff',
  'badge-background': '#000000',
  'badge-foreground': '#ffffff',
  'dropdown-background': '#000000',
  'dropdown-foreground': '#ffffff',
  'dropdown-border': '#6fc3df',
  'editorSuggestWidget-background': '#0c141f',
  'editorSuggestWidget-border': '#6fc3df',
  'editorSuggestWidget-foreground': '#ffffff',
  'textLink-foreground': '#21a6ff',
  'textLink-activeForeground': '#21a6ff',
  'textPreformat-foreground': '#ffffff',
  'textCodeBlock-background': '#000000',
  'textBlockQuote-border': '#ffffff',
  'progressBar-background': '#6fc3df',
  'testing-iconPassed': '#73c991',
  'diffEditor-insertedTextBorder': '#33ff2eff',
  'diffEditor-removedTextBorder': '#ff008f',
};

const contrastLight = {
  ...contrast,
  foreground: '#292929',
  descriptionForeground: '#292929',
  errorForeground: '#b5200d',
  'icon-foreground': '#292929',
  focusBorder: '#006bbd',
  contrastBorder: '#0f4a85',
  contrastActiveBorder: '#006bbd',
  'sideBar-background': '#ffffff',
  'editor-background': '#ffffff',
  'editor-foreground': '#292929',
  'editorWidget-background': '#ffffff',
  'editorWidget-foreground': '#292929',
  'editorWarning-foreground': '#895503',
  'input-background': '#ffffff',
  'input-foreground': '#292929',
  'input-border': '#0f4a85',
  'input-placeholderForeground': '#5b5b5b',
  'inputValidation-errorBackground': '#ffffff',
  'button-background': '#0f4a85',
  'button-border': '#0f4a85',
  'button-secondaryBackground': '#ffffff',
  'button-secondaryForeground': '#292929',
  'badge-background': '#0f4a85',
  'dropdown-background': '#ffffff',
  'dropdown-foreground': '#292929',
  'dropdown-border': '#0f4a85',
  'editorSuggestWidget-background': '#ffffff',
  'editorSuggestWidget-border': '#0f4a85',
  'editorSuggestWidget-foreground': '#292929',
  'textLink-foreground': '#0f4a85',
  'textLink-activeForeground': '#0f4a85',
  'textPreformat-foreground': '#292929',
  'textCodeBlock-background': '#ffffff',
  'textBlockQuote-border': '#292929',
  'testing-iconPassed': '#007100',
};

export const themes: Readonly<Record<ThemeName, Theme>> = {
  dark: { bodyClass: 'vscode-dark', variables: { ...fonts, ...dark, ...darkTerminal } },
  light: { bodyClass: 'vscode-light', variables: { ...fonts, ...light, ...lightTerminal } },
  'high-contrast': {
    bodyClass: 'vscode-high-contrast',
    variables: { ...fonts, ...contrast, ...darkTerminal },
  },
  'high-contrast-light': {
    bodyClass: 'vscode-high-contrast-light vscode-high-contrast',
    variables: { ...fonts, ...contrastLight, ...lightTerminal },
  },
};

/** The theme as the style of the page's root element. */
export function themeStyle(name: ThemeName): string {
  return Object.entries(themes[name].variables)
    .map(([variable, value]) => `--vscode-${variable}: ${value};`)
    .join(' ');
}
