"""Opens pages in Chromium without a network, for tests."""

import atexit
import contextlib
import functools
import shutil
import time

import pytest

webdriver = pytest.importorskip("selenium.webdriver", reason="python3-selenium is not installed")
from selenium.webdriver.chrome.options import Options  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402

SECONDS = 60


@functools.cache
def browser():
    """The Chromium of this process. It ends with the process."""
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    atexit.register(driver.quit)
    return driver


@contextlib.contextmanager
def opened(file, address="", width=1400, height=1000):
    """Opens a page from the disk in a window of its own and waits until it is ready. Fails if the browser's console has a message."""
    driver = browser()
    first = driver.current_window_handle
    driver.switch_to.new_window("window")
    try:
        driver.set_window_size(width, height)
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions",
                               {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        driver.get(file.resolve().as_uri() + address)
        wait(driver, "return document.documentElement.dataset.ready === '1'")
        yield driver
        assert driver.get_log("browser") == []
    finally:
        driver.get_log("browser")  # discards the messages of a failed test
        driver.close()
        driver.switch_to.window(first)


def wait(driver, condition):
    end = time.monotonic() + SECONDS
    while not driver.execute_script(condition):
        assert time.monotonic() < end, f"not within {SECONDS} s: {condition}; {driver.get_log('browser')}"
        time.sleep(0.05)


def settled(driver):
    """Waits until the page has computed everything."""
    wait(driver, "return !document.querySelector('[aria-busy]')")


def go(driver, address):
    """Goes to another address of the same page, as a link does."""
    driver.execute_script("location.hash = arguments[0]", address)
    wait(driver, "return document.documentElement.dataset.shown === location.hash")
    settled(driver)


def tables_of(driver, section):
    """Title -> rows of cell texts, for each table in a section of the page. The first row is the head."""
    return dict(driver.execute_script("""
        return Array.from(document.querySelectorAll(`#${arguments[0]} details`), part => [part.querySelector('summary').textContent,
          Array.from(part.querySelectorAll('tr'), row => Array.from(row.cells, cell => cell.textContent))])""", section))


def table_of_methods(driver):
    """Method -> column -> [value, low end and high end of its interval, text], in the order of the rows."""
    return dict(driver.execute_script("""
        return Array.from(document.querySelectorAll('#methods tr[data-method]'), row => [
          row.dataset.method, Object.fromEntries(Array.from(row.querySelectorAll('td[data-column]'), cell => [
            cell.dataset.column, [cell.dataset.value, ...['low', 'high'].map(
              end => (cell.querySelector('[data-' + end + ']') || {dataset: {}}).dataset[end] || null), cell.textContent]]))])
    """))
