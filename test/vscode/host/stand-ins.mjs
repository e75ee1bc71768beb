// Plain JavaScript in place of two native modules of VS Code's server, which would have to be compiled. The logger writes
// what the real one writes, so that log files and output channels work; the watchdog does nothing, there is none to watch.

const logger = `'use strict';
const fs = require('node:fs');
const path = require('node:path');
const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let usual = 2;

class Logger {
  constructor(file) {
    this.file = file;
    this.least = usual;
    this.plain = false;
    if (file) fs.mkdirSync(path.dirname(file), { recursive: true });
  }
  write(level, text) {
    if (!this.file || level < this.least) return;
    const at = new Date().toISOString().slice(0, -1).replace('T', ' ');
    fs.appendFileSync(this.file, this.plain ? text : at + ' [' + names[level] + '] ' + text + '\\n');
  }
  trace(text) { this.write(0, text); }
  debug(text) { this.write(1, text); }
  info(text) { this.write(2, text); }
  warn(text) { this.write(3, text); }
  error(text) { this.write(4, text); }
  critical(text) { this.write(5, text); }
  getLevel() { return this.least; }
  setLevel(level) { this.least = level; }
  clearFormatters() { this.plain = true; }
  setPattern() {}
  flush() {}
  drop() {}
}

// Whoever imports this as a module sees only names assigned one by one.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = (level) => { usual = level; };
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger(file);
`;

/** What replaces the main file of which package. */
export const standIns = {
  '@vscode/spdlog': logger,
  '@vscode/native-watchdog': 'exports.start = () => {};\n',
};
